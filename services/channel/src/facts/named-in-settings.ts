import type { Scope } from '@parley/facts';
import type { GroupSetting } from '@parley/proto/common/v1/group_setting';
import type { KnownGroup } from '@parley/settings';
import { groupsNamedBy, type Named, peopleNamedBy, ruleOfPostPolicy } from '../domain/group-settings.ts';

/** Undefined when the request has none, or sets `can_send_message_group` itself. @throws BAD_REQUEST */
export async function legacyPosting(
  request: { streamPostPolicy: number; groupSettings: Readonly<Record<string, unknown>> },
  scope: Scope,
): Promise<{ can_send_message_group: GroupSetting } | undefined> {
  const rule = ruleOfPostPolicy(request.streamPostPolicy);
  if (!rule || request.groupSettings.can_send_message_group) return undefined;
  const { groupId } = await scope.groups.system(rule);
  return { can_send_message_group: { value: { $case: 'groupId', groupId } } };
}

/** Looks up the groups and people to which group settings refer. Those that do not exist are absent. */
export async function namedInSettings(
  given: Readonly<Record<string, GroupSetting>>,
  scope: Scope,
): Promise<Named> {
  const groups: KnownGroup[] = [];
  for (const id of groupsNamedBy(given)) {
    const group = await scope.groups.get(id);
    if (group) groups.push(group);
  }
  const people = await scope.users.many(peopleNamedBy(given));
  return { groups, people: new Set(people.keys()) };
}
