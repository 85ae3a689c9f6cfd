/** What user groups may be called, hold and be changed by. Pure. */
import { errors } from '@parley/core';
import { groupSettingOf, hasVisibleText, holdsRight, type MembershipFacts, roles } from '@parley/rules';
import type { GroupPermission, SystemGroupIds } from '@parley/settings';
import { groupPermissions } from '@parley/settings';
import type { Person } from '../../kernel/domain/person.ts';
import { effectiveGroupSettings, groupFact, type StoredGroup } from './groups.ts';

const maxNameLength = 100;
const maxDescriptionLength = 1024;
/** Direct members of one group: they travel together in events. */
export const maxGroupMembers = 100_000;
const maxSubgroups = 1_000;

/** Beginnings that mentions and settings give a meaning of their own. */
const reservedPrefixes = ['@', 'role:', 'user:', 'stream:', 'channel:'];
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

/** @throws BAD_REQUEST when a group cannot be called so. */
export function parseGroupName(given: string): { name: string; key: string } {
  const name = given.trim().normalize('NFC');
  if (!hasVisibleText(name)) throw errors.badRequest("User group name can't be empty!");
  if ([...name].length > maxNameLength) {
    throw errors.badRequest(`User group name cannot exceed ${maxNameLength} characters.`);
  }
  if (unprintable.test(name)) throw errors.badRequest('Invalid character in user group name.');
  const prefix = reservedPrefixes.find((each) => name.startsWith(each));
  if (prefix) throw errors.badRequest(`User group name cannot start with '${prefix}'.`);
  return { name, key: name.normalize('NFKC').toLowerCase() };
}

/** @throws BAD_REQUEST when it is too long or holds a null byte. */
export function parseGroupDescription(given: string): string {
  const description = given.trim().normalize('NFC');
  if (description.includes('\0') || [...description].length > maxDescriptionLength) {
    throw errors.badRequest(`description is too long (limit: ${maxDescriptionLength} characters)`);
  }
  return description;
}

/** All groups by ID, and what rights depend on beside them. */
export type GroupWorld = {
  groups: ReadonlyMap<number, StoredGroup>;
  systemGroups: SystemGroupIds;
  membership: MembershipFacts;
};

/** Groups in the form in which rules about membership ask for them. */
export function groupWorld(
  stored: readonly StoredGroup[],
  systemGroups: SystemGroupIds,
  waitingPeriodDays: number,
  nowSeconds: number,
): GroupWorld {
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

/** Whether the person holds a permission of the group. Guests hold none that guests may not be given. */
export function holdsOfGroup(
  world: GroupWorld,
  group: StoredGroup,
  person: Person,
  permission: GroupPermission,
): boolean {
  if (person.role >= roles.guest && !groupPermissions[permission].allow_everyone_group) return false;
  const value = effectiveGroupSettings(group, world.systemGroups)[permission];
  return holdsRight(groupSettingOf(value), person, world.membership);
}

export type Rights = { managesAll: boolean; holds: (permission: GroupPermission) => boolean };

/** Name, description, settings, subgroups, deactivation. */
export const mayManage = ({ managesAll, holds }: Rights): boolean => managesAll || holds('can_manage_group');

/** @param ids the people; oneself is a matter of joining. */
export const mayAddMembers = (rights: Rights, callerId: number, ids: readonly number[]): boolean =>
  mayManage(rights) ||
  rights.holds('can_add_members_group') ||
  (ids.every((id) => id === callerId) && rights.holds('can_join_group'));

/** @param ids the people; oneself is a matter of leaving. */
export const mayRemoveMembers = (rights: Rights, callerId: number, ids: readonly number[]): boolean =>
  mayManage(rights) ||
  rights.holds('can_remove_members_group') ||
  (ids.every((id) => id === callerId) && rights.holds('can_leave_group'));

/** IDs of the group and of everything below it; a cycle is walked once. */
export function reachable(
  groups: ReadonlyMap<number, Pick<StoredGroup, 'subgroupIds'>>,
  groupId: number,
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

/** @throws BAD_REQUEST when one of the subgroups is not there, is there already, or holds the group itself. */
export function checkNewSubgroups(
  groups: ReadonlyMap<number, StoredGroup>,
  group: Pick<StoredGroup, 'groupId' | 'subgroupIds'>,
  subgroupIds: readonly number[],
): void {
  if (group.subgroupIds.length + subgroupIds.length > maxSubgroups) {
    throw errors.badRequest(`A user group has at most ${maxSubgroups} subgroups.`);
  }
  for (const id of subgroupIds) {
    const subgroup = groups.get(id);
    if (!subgroup || subgroup.isDeactivated) throw errors.badRequest('Invalid user group');
    if (group.subgroupIds.includes(id)) {
      throw errors.badRequest(`User group ${id} is already a subgroup of this group.`);
    }
    if (reachable(groups, id).has(group.groupId)) {
      throw errors.badRequest(`User group ${id} holds this group: a group cannot be in itself.`);
    }
  }
}
