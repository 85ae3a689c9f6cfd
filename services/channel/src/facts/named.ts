import type { LookupOptions } from '@parley/directory';
import type { GroupSetting } from '@parley/proto/common/v1/group_setting';
import type { Call } from '@parley/rpc';
import type { KnownGroup } from '@parley/settings';
import type { Ctx } from '../context.ts';
import { groupsNamedBy, peopleNamedBy } from '../domain/group-settings.ts';

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
