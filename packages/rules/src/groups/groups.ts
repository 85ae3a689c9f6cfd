import type { GroupSetting } from '@parley/proto/common/v1/group_setting';
import type { Group, User } from '@parley/proto/events/v1/facts';
import type { UserId } from '@parley/proto/ids';
import { type GroupSettingValue, groupSettingOf } from './group-settings.ts';
import { roles } from './roles.ts';

/** From the widest to the narrowest. Each contains the following ones, except `role:nobody`. */
export const SYSTEM_GROUP_RULES = [
  'role:internet',
  'role:everyone',
  'role:members',
  'role:fullmembers',
  'role:moderators',
  'role:administrators',
  'role:owners',
  'role:nobody',
] as const;

export type SystemGroupRule = (typeof SYSTEM_GROUP_RULES)[number];

export type MembershipFacts = {
  groups: ReadonlyMap<number, Group>;
  /** Days after which a member becomes a full member. */
  waitingPeriodDays: number;
  nowSeconds: number;
};

const widestRoles: Readonly<Record<string, number>> = {
  'role:internet': roles.guest,
  'role:everyone': roles.guest,
  'role:members': roles.member,
  'role:fullmembers': roles.member,
  'role:moderators': roles.moderator,
  'role:administrators': roles.administrator,
  'role:owners': roles.owner,
};

/** 0 when the group has no members. `role:fullmembers` contains members only after their waiting period. */
export const widestRoleOf = (rule: string): number => widestRoles[rule] ?? 0;

function systemGroupContains(rule: string, user: User, facts: MembershipFacts): boolean {
  if (rule === 'role:fullmembers') {
    const since = facts.nowSeconds - user.joinedAt;
    return (
      user.role <= roles.moderator || (user.role <= roles.member && since >= facts.waitingPeriodDays * 86_400)
    );
  }
  return user.role <= widestRoleOf(rule);
}

/** Direct members of groups as sets. The set of a group is created when it is first needed. */
const memberSets = new WeakMap<Group, ReadonlySet<number>>();

function hasDirectMember(group: Group, userId: UserId): boolean {
  if (group.directMemberIds.length < 16) return group.directMemberIds.includes(userId);
  let set = memberSets.get(group);
  if (!set) {
    set = new Set(group.directMemberIds);
    memberSets.set(group, set);
  }
  return set.has(userId);
}

const isApiForm = (setting: GroupSetting | GroupSettingValue): setting is GroupSettingValue =>
  typeof setting === 'number' || 'direct_members' in setting;

/**
 * Returns whether a person belongs to a group setting, and so has its permission. Deactivated people have no permissions, and
 * deactivated or unknown groups have no members. Subgroups may form cycles.
 */
export function holdsRight(
  given: GroupSetting | GroupSettingValue,
  user: User,
  facts: MembershipFacts,
): boolean {
  const setting = isApiForm(given) ? groupSettingOf(given) : given;
  if (!user.isActive || !setting.value) return false;
  const start =
    setting.value.$case === 'groupId' ? [setting.value.groupId] : setting.value.anonymous.directSubgroups;
  if (setting.value.$case === 'anonymous' && setting.value.anonymous.directMembers.includes(user.userId)) {
    return true;
  }
  const pending = [...start];
  const seen = new Set<number>();
  for (let groupId = pending.pop(); groupId !== undefined; groupId = pending.pop()) {
    if (seen.has(groupId)) continue;
    seen.add(groupId);
    const group = facts.groups.get(groupId);
    if (!group || group.isDeactivated) continue;
    if (group.rule !== '') {
      if (systemGroupContains(group.rule, user, facts)) return true;
      continue; // Only the rule of a system group decides on membership.
    }
    if (hasDirectMember(group, user.userId)) return true;
    pending.push(...group.directSubgroupIds);
  }
  return false;
}
