/** Permission values as text, and the people to whom they apply. */
import type { GroupSettingValue, Store, UserGroup, UserId } from '@parley/client';
import { listOf } from '../i18n/format.ts';
import { compareNames, userName } from '../model/names.ts';
import { membersOfValue } from './group-value.ts';
import type { FormText } from './texts.ts';
import { f } from './texts.ts';

const systemNames: Readonly<Record<string, FormText>> = {
  'role:internet': 'anyone',
  'role:everyone': 'groupEveryone',
  'role:members': 'groupMembers',
  'role:fullmembers': 'groupFullMembers',
  'role:moderators': 'groupModerators',
  'role:administrators': 'groupAdministrators',
  'role:owners': 'groupOwners',
  'role:nobody': 'groupNobody',
};

/** Order in which the system groups are offered, the largest first. */
export const systemGroupOrder = Object.keys(systemNames);

/** Returns the name of a group. The name of a system group describes its roles. */
export function groupName(group: UserGroup | undefined): string {
  if (!group) return f('hiddenGroup');
  const known = group.is_system_group ? systemNames[group.name] : undefined;
  return known ? f(known) : group.name;
}

/** Returns a permission value as text: the names of its groups and people. */
export function valueInWords(store: Store, value: GroupSettingValue): string {
  const { groupIds, userIds } = membersOfValue(value);
  if (groupIds.length === 0 && userIds.length === 0) return f('groupNobody');
  const names = [
    ...groupIds.map((id) => groupName(store.groups.groups.get(id))),
    ...userIds.map((id) => userName(store, id)),
  ];
  return listOf(names);
}

/** Returns the IDs of the active people to whom a permission value applies, directly or through groups, in no particular order. */
export function peopleOfValue(store: Store, value: GroupSettingValue): number[] {
  const { groupIds, userIds } = membersOfValue(value);
  const found = new Set(userIds);
  const visited = new Set<number>();
  const add = (id: number) => {
    const group = store.groups.groups.get(id);
    if (!group || visited.has(id)) return;
    visited.add(id);
    for (const userId of group.members) found.add(userId);
    for (const subgroupId of group.direct_subgroup_ids) add(subgroupId);
  };
  for (const id of groupIds) add(id);
  return [...found].filter((id) => store.people.users.get(id)?.is_active);
}

/** Returns people in the order of their names. */
export const byName = (store: Store, ids: readonly number[]): number[] =>
  ids.toSorted((one, other) => compareNames(userName(store, one), userName(store, other)));

const maxNamesShown = 3;
/** Maximum number of names to sort. Sorting thousands takes longer than a frame, and a summary shows only three. */
const maxSorted = 100;

/** Returns some names and the number of further people. For many people, returns only their number. */
export function peopleInWords(store: Store, ids: readonly UserId[]): string {
  if (ids.length === 0) return f('groupNobody');
  if (ids.length > maxSorted) return f('peopleCount', { count: ids.length });
  const names = byName(store, ids)
    .slice(0, maxNamesShown)
    .map((id) => userName(store, id));
  if (ids.length <= maxNamesShown) return listOf(names);
  return f('peopleNamed', { names: names.join(', '), count: ids.length - maxNamesShown });
}
