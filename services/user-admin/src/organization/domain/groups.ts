/** Forms of the API (docs/api/users-and-groups.md#groups), and the one that other services cache. */
import type { UserGroup } from '@parley/api';
import { recordOf } from '@parley/core';
import type { Group } from '@parley/proto/events/v1/facts';
import {
  type GroupId,
  type GroupSettingValue,
  groupSettingOf,
  roles,
  type SystemGroupRule,
  type UserId,
} from '@parley/rules';
import type { SystemGroupIds } from '@parley/settings';
import { type GroupPermission, groupPermissionNames, groupPermissions } from '@parley/settings';

export type StoredGroup = {
  groupId: GroupId;
  name: string;
  description: string;
  /** Empty for groups that are no system groups. */
  rule: SystemGroupRule | '';
  creatorId: UserId | null;
  /** In whole seconds since the Unix epoch; null for system groups. */
  createdAt: number | null;
  isDeactivated: boolean;
  settings: Readonly<Partial<Record<GroupPermission, GroupSettingValue>>>;
  memberIds: readonly UserId[];
  subgroupIds: readonly GroupId[];
};

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

/** IDs of the direct members of each system group. A full member belongs to two system groups, and any other person to one. */
export type SystemGroupMembers = Readonly<Partial<Record<SystemGroupRule, readonly number[]>>>;

export function effectiveGroupSettings(
  group: StoredGroup,
  systemGroups: SystemGroupIds,
): Record<GroupPermission, GroupSettingValue> {
  return recordOf(groupPermissionNames, (name): GroupSettingValue => {
    const stored = group.settings[name];
    if (stored !== undefined) return stored;
    const permission = groupPermissions[name];
    const rule = (group.rule !== '' && permission.default_for_system_groups) || permission.default_group_name;
    if (rule !== 'group_creator') return systemGroups[rule];
    if (group.creatorId === null) return systemGroups['role:nobody'];
    return { direct_members: [group.creatorId], direct_subgroups: [] };
  });
}

export const withoutDeactivated = (group: StoredGroup, deactivated: ReadonlySet<UserId>): StoredGroup =>
  deactivated.size === 0
    ? group
    : { ...group, memberIds: group.memberIds.filter((id) => !deactivated.has(id)) };

export function presentGroup(
  group: StoredGroup,
  systemGroups: SystemGroupIds,
  systemMembers: SystemGroupMembers,
): UserGroup {
  return {
    id: group.groupId,
    name: group.name,
    description: group.description,
    date_created: group.createdAt,
    creator_id: group.creatorId,
    members: [...(group.rule === '' ? group.memberIds : (systemMembers[group.rule] ?? []))],
    direct_subgroup_ids: [...group.subgroupIds],
    is_system_group: group.rule !== '',
    deactivated: group.isDeactivated,
    ...effectiveGroupSettings(group, systemGroups),
  };
}

/** Returns a group in the form in which events pass it on to other services, which cache it. */
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

export function directSystemGroups(role: number, isFullMember: boolean): SystemGroupRule[] {
  if (role === roles.owner) return ['role:owners'];
  if (role === roles.administrator) return ['role:administrators'];
  if (role === roles.moderator) return ['role:moderators'];
  if (role === roles.member) return isFullMember ? ['role:members', 'role:fullmembers'] : ['role:members'];
  return ['role:everyone'];
}
