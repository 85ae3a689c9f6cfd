/** User groups as the API shows them (contract, UserGroup) and as caches hold them. */

import type { Group } from '@parley/proto/events/v1/facts';
import type { GroupSettingValue } from '@parley/rules';
import { groupSettingOf, roles, type SystemGroupRule } from '@parley/rules';
import type { SystemGroupIds } from '@parley/settings';
import { type GroupPermission, groupPermissions } from '@parley/settings';

/** A group as it is stored. */
export type StoredGroup = {
  groupId: number;
  name: string;
  description: string;
  /** Empty for groups with members. */
  rule: string;
  creatorId: number | null;
  /** Whole seconds; null for system groups. */
  createdAt: number | null;
  isDeactivated: boolean;
  settings: Readonly<Partial<Record<GroupPermission, GroupSettingValue>>>;
  memberIds: readonly number[];
  subgroupIds: readonly number[];
};

/** Descriptions of the system groups. */
export const systemGroupDescriptions: Readonly<Record<SystemGroupRule, string>> = {
  'role:internet': 'Everyone on the Internet',
  'role:everyone': 'Everyone in this organization, including guests',
  'role:members': 'Everyone except guests',
  'role:fullmembers': 'Members who are not new to the organization, moderators, administrators and owners',
  'role:moderators': 'Moderators, administrators and owners',
  'role:administrators': 'Administrators and owners',
  'role:owners': 'Owners',
  'role:nobody': 'Nobody',
};

/** Who is directly in each system group: each person once, with members who are full members in both groups. */
export type SystemGroupMembers = Readonly<Partial<Record<SystemGroupRule, readonly number[]>>>;

/** Values in force of who may do what with the group. */
export function effectiveGroupSettings(
  group: StoredGroup,
  systemGroups: SystemGroupIds,
): Record<GroupPermission, GroupSettingValue> {
  const entries = Object.entries(groupPermissions).map(([name, permission]) => {
    const stored = group.settings[name as GroupPermission];
    if (stored !== undefined) return [name, stored];
    const rule = (group.rule !== '' && permission.default_for_system_groups) || permission.default_group_name;
    if (rule !== 'group_creator') return [name, systemGroups[rule as SystemGroupRule]];
    if (group.creatorId === null) return [name, systemGroups['role:nobody']];
    return [name, { direct_members: [group.creatorId], direct_subgroups: [] }];
  });
  return Object.fromEntries(entries);
}

/** Deactivated people are shown in no group; they are back when their accounts are. */
export const withoutGone = (group: StoredGroup, gone: ReadonlySet<number>): StoredGroup =>
  gone.size === 0 ? group : { ...group, memberIds: group.memberIds.filter((id) => !gone.has(id)) };

/** One of `realm_user_groups`. */
export function presentGroup(
  group: StoredGroup,
  systemGroups: SystemGroupIds,
  systemMembers: SystemGroupMembers,
) {
  return {
    id: group.groupId,
    name: group.name,
    description: group.description,
    date_created: group.createdAt,
    creator_id: group.creatorId,
    members: group.rule === '' ? group.memberIds : (systemMembers[group.rule as SystemGroupRule] ?? []),
    direct_subgroup_ids: group.subgroupIds,
    is_system_group: group.rule !== '',
    deactivated: group.isDeactivated,
    ...effectiveGroupSettings(group, systemGroups),
  };
}

/** The group as events and caches carry it. */
export function groupFact(group: StoredGroup, systemGroups: SystemGroupIds): Group {
  return {
    groupId: group.groupId,
    name: group.name,
    description: group.description,
    isSystemGroup: group.rule !== '',
    isDeactivated: group.isDeactivated,
    directMemberIds: [...group.memberIds],
    directSubgroupIds: [...group.subgroupIds],
    rule: group.rule,
    groupSettings: Object.fromEntries(
      Object.entries(effectiveGroupSettings(group, systemGroups)).map(([name, value]) => [
        name,
        groupSettingOf(value),
      ]),
    ),
  };
}

/** System groups that a person of the role is directly in. */
export function directSystemGroups(role: number, isFullMember: boolean): SystemGroupRule[] {
  if (role === roles.owner) return ['role:owners'];
  if (role === roles.administrator) return ['role:administrators'];
  if (role === roles.moderator) return ['role:moderators'];
  if (role === roles.member) return isFullMember ? ['role:members', 'role:fullmembers'] : ['role:members'];
  return ['role:everyone'];
}
