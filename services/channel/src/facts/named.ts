import type { LookupOptions } from '@parley/directory';
import type { GroupSetting } from '@parley/proto/common/v1/group_setting';
import type { Call } from '@parley/rpc';
import type { KnownGroup } from '@parley/settings';
import type { Ctx } from '../context.ts';
import { groupsNamedBy, peopleNamedBy, ruleOfPostPolicy } from '../domain/group-settings.ts';

/**
 * Who may post, as older clients say it; undefined where they do not, or `can_send_message_group` says it anew.
 * @throws BAD_REQUEST for a policy that there is not.
 */
export async function legacyPosting(
  { directory }: Ctx,
  request: { streamPostPolicy: number; groupSettings: Readonly<Record<string, unknown>> },
  call: Call,
  options: LookupOptions,
): Promise<{ can_send_message_group: GroupSetting } | undefined> {
  const rule = ruleOfPostPolicy(request.streamPostPolicy);
  if (!rule || request.groupSettings.can_send_message_group) return undefined;
  const { groupId } = await directory.groups.system(rule, call, options);
  return { can_send_message_group: { value: { $case: 'groupId', groupId } } };
}

/** The groups and the people whom permission settings name, as far as they are there. */
export async function namedBy(
  { directory }: Ctx,
  given: Readonly<Record<string, GroupSetting>>,
  call: Call,
  options: LookupOptions,
): Promise<{ groups: KnownGroup[]; people: ReadonlySet<number> }> {
  const groups: KnownGroup[] = [];
  for (const id of groupsNamedBy(given)) {
    const group = await directory.groups.get(id, call, options);
    if (group) groups.push(group);
  }
  const people = await directory.users.many(peopleNamedBy(given), call, options);
  return { groups, people: new Set(people.keys()) };
}
