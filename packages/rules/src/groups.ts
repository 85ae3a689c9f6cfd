import type { GroupSetting } from '@parley/proto/common/v1/group_setting';
import type { Group, User } from '@parley/proto/events/v1/facts';
import { type GroupSettingValue, groupSettingOf } from './group-settings.ts';
import { roles } from './roles.ts';

/** System groups, widest first. Each contains the following ones, except that no group contains `role:nobody`. */
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

/** The facts on which membership depends, in addition to the person. */
export type MembershipFacts = {
  groups: ReadonlyMap<number, Group>;
  /** Days after which a member counts as a full member. */
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

/**
 * Returns the number of the weakest role whose people are members of a system group; 0 when the group has no members.
 * `role:fullmembers` contains people with the role member only after their waiting period.
 */
export const widestRoleOf = (rule: string): number => widestRoles[rule] ?? 0;

/** Returns whether a system group contains a person. */
function systemGroupContains(rule: string, user: User, facts: MembershipFacts): boolean {
  if (rule === 'role:fullmembers') {
    const since = facts.nowSeconds - user.joinedAt;
    return (
      user.role <= roles.moderator || (user.role <= roles.member && since >= facts.waitingPeriodDays * 86_400)
    );
  }
  return user.role <= widestRoleOf(rule);
}

/** Direct members as sets, built on first use of a group. */
const memberSets = new WeakMap<Group, ReadonlySet<number>>();

function hasDirectMember(group: Group, userId: number): boolean {
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
 * Returns whether a setting gives a right to a person. Deactivated people have no rights. Deactivated and unknown
 * groups give none. Subgroups may form cycles.
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
      continue; // Membership depends only on the name of the system group.
    }
    if (hasDirectMember(group, user.userId)) return true;
    pending.push(...group.directSubgroupIds);
  }
  return false;
}
