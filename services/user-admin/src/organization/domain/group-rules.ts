/** Rules for names, members and changes of user groups. No I/O. */
import { errors, errorText } from '@parley/core';
import {
  type GroupId,
  groupSettingOf,
  hasVisibleText,
  hiddenCharacter,
  holdsRight,
  limits,
  type MembershipFacts,
  roles,
  type UserId,
} from '@parley/rules';
import type { GroupPermission, SystemGroupIds } from '@parley/settings';
import { groupPermissions } from '@parley/settings';
import type { Person } from '../../kernel/domain/person.ts';
import { effectiveGroupSettings, groupFact, type StoredGroup } from './groups.ts';

/** Maximum number of direct members of one group. It is limited because one event contains all of them. */
export const maxGroupMembers = 100_000;
const maxSubgroups = 1_000;

/** Prefixes that are reserved, because they have a meaning in mentions and settings. */
const reservedPrefixes = ['@', 'role:', 'user:', 'stream:', 'channel:'];

/** Normalized, with the key for comparing names. @throws BAD_REQUEST when the name is invalid */
export function parseGroupName(given: string): { name: string; key: string } {
  const name = given.trim().normalize('NFC');
  if (!hasVisibleText(name)) throw errors.badRequest("User group name can't be empty!");
  if ([...name].length > limits.groupNameLength) {
    throw errors.badRequest(
      errorText('User group name cannot exceed {limit} characters.', { limit: limits.groupNameLength }),
    );
  }
  if (hiddenCharacter.test(name)) throw errors.badRequest('Invalid character in user group name.');
  const prefix = reservedPrefixes.find((each) => name.startsWith(each));
  if (prefix) throw errors.badRequest(errorText("User group name cannot start with '{prefix}'.", { prefix }));
  return { name, key: name.normalize('NFKC').toLowerCase() };
}

/** Normalized. @throws BAD_REQUEST when it is too long or contains a NUL character */
export function parseGroupDescription(given: string): string {
  const description = given.trim().normalize('NFC');
  if (description.includes('\0') || [...description].length > limits.groupDescriptionLength) {
    throw errors.badRequest(
      errorText('{parameter} is too long (limit: {limit} characters)', {
        parameter: 'description',
        limit: limits.groupDescriptionLength,
      }),
    );
  }
  return description;
}

/** All groups, and the other data that decides who is a member. */
export type GroupFacts = {
  groups: ReadonlyMap<GroupId, StoredGroup>;
  systemGroups: SystemGroupIds;
  membership: MembershipFacts;
};

/** Converts stored groups to the form that the rules about membership need. */
export function groupFacts(
  stored: readonly StoredGroup[],
  {
    systemGroups,
    waitingPeriodDays,
    nowSeconds,
  }: { systemGroups: SystemGroupIds; waitingPeriodDays: number; nowSeconds: number },
): GroupFacts {
  return {
    groups: new Map(stored.map((group) => [group.groupId, group])),
    systemGroups,
    membership: {
      groups: new Map(stored.map((group) => [group.groupId, groupFact(group, systemGroups)])),
      waitingPeriodDays,
      nowSeconds,
    },
  };
}

/** Returns whether a person has a permission of a group. Guests have it only if it can be granted to guests. */
export function hasGroupPermission(
  facts: GroupFacts,
  group: StoredGroup,
  person: Person,
  permission: GroupPermission,
): boolean {
  if (person.role >= roles.guest && !groupPermissions[permission].allow_everyone_group) return false;
  const value = effectiveGroupSettings(group, facts.systemGroups)[permission];
  return holdsRight(groupSettingOf(value), person, facts.membership);
}

/** The caller's rights on a group. `managesAll` means that the caller may manage all groups. */
export type GroupRights = { managesAll: boolean; has: (permission: GroupPermission) => boolean };

/** Returns whether the caller may manage a group: change its name, description, settings and subgroups, and deactivate it. */
export const mayManage = ({ managesAll, has }: GroupRights): boolean => managesAll || has('can_manage_group');

/** Returns whether the caller may add people to a group. Callers who add only themselves need only the right to join. */
export const mayAddMembers = (rights: GroupRights, callerId: UserId, ids: readonly number[]): boolean =>
  mayManage(rights) ||
  rights.has('can_add_members_group') ||
  (ids.every((id) => id === callerId) && rights.has('can_join_group'));

/** Callers who remove only themselves need only the right to leave. */
export const mayRemoveMembers = (rights: GroupRights, callerId: UserId, ids: readonly number[]): boolean =>
  mayManage(rights) ||
  rights.has('can_remove_members_group') ||
  (ids.every((id) => id === callerId) && rights.has('can_leave_group'));

/** Returns the IDs of a group and of all its direct and indirect subgroups. Ends even if groups form a cycle. */
export function withSubgroups(
  groups: ReadonlyMap<GroupId, Pick<StoredGroup, 'subgroupIds'>>,
  groupId: GroupId,
): Set<number> {
  const seen = new Set<number>();
  const pending = [groupId];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    pending.push(...(groups.get(id)?.subgroupIds ?? []));
  }
  return seen;
}

/**
 * Checks new subgroups of a group.
 * @throws BAD_REQUEST when one does not exist, is deactivated, is already a subgroup, is the group itself, or contains the group
 * directly or through other groups; or when there are too many
 */
export function checkNewSubgroups(
  groups: ReadonlyMap<GroupId, StoredGroup>,
  group: Pick<StoredGroup, 'groupId' | 'subgroupIds'>,
  subgroupIds: readonly GroupId[],
): void {
  if (group.subgroupIds.length + subgroupIds.length > maxSubgroups) {
    throw errors.badRequest(
      errorText('A user group has at most {limit} subgroups.', { limit: maxSubgroups }),
    );
  }
  for (const id of subgroupIds) {
    const subgroup = groups.get(id);
    if (!subgroup || subgroup.isDeactivated) throw errors.badRequest('Invalid user group');
    if (group.subgroupIds.includes(id)) {
      throw errors.badRequest(
        errorText('User group {groupId} is already a subgroup of this group.', { groupId: id }),
      );
    }
    if (withSubgroups(groups, id).has(group.groupId)) {
      throw errors.badRequest(
        errorText('User group {groupId} holds this group: a group cannot be in itself.', { groupId: id }),
      );
    }
  }
}
