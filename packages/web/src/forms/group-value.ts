/** Conversion of permission values to lists of groups and people. */
import type { GroupId, GroupSettingValue, UserId } from '@parley/client';

export type GroupMembers = { readonly groupIds: readonly GroupId[]; readonly userIds: readonly UserId[] };

/** Returns the IDs of the groups and people that have a permission. */
export const membersOfValue = (value: GroupSettingValue): GroupMembers =>
  typeof value === 'number'
    ? { groupIds: [value], userIds: [] }
    : { groupIds: value.direct_subgroups, userIds: value.direct_members };

/** Returns the permission value for groups and people. A single group becomes its plain ID, as the API requires. */
export function valueOfMembers({ groupIds, userIds }: GroupMembers): GroupSettingValue {
  const [only] = groupIds;
  if (groupIds.length === 1 && userIds.length === 0 && only !== undefined) return only;
  const ascending = (one: number, other: number) => one - other;
  return {
    direct_members: userIds.toSorted(ascending),
    direct_subgroups: groupIds.toSorted(ascending),
  };
}

/** Returns whether two values name the same groups and people. */
export const isSameValue = (one: GroupSettingValue, other: GroupSettingValue): boolean =>
  JSON.stringify(valueOfMembers(membersOfValue(one))) ===
  JSON.stringify(valueOfMembers(membersOfValue(other)));
