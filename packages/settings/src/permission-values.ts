/** Rules for the values of permissions (docs/api/organization.md#permissions). */
import { errors, errorText, firstItem, isOneOf } from '@parley/core';
import type { GroupId, GroupSettingValue } from '@parley/rules';
import type { SystemGroupIds } from './organization.ts';
import type { PermissionSetting } from './permissions.ts';

/** A group, with the properties that decide whether a permission may contain it. */
export type KnownGroup = { groupId: GroupId; rule: string; isDeactivated: boolean };

/** Sorted, without duplicates, and a single group as its ID. Equal values have equal forms. */
export function sortedPermission(value: GroupSettingValue): GroupSettingValue {
  if (typeof value === 'number') return value;
  const sorted = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b);
  const direct_members = sorted(value.direct_members);
  const direct_subgroups = sorted(value.direct_subgroups);
  return direct_members.length === 0 && direct_subgroups.length === 1
    ? firstItem(direct_subgroups)
    : { direct_members, direct_subgroups };
}

/** Returns the normalized form of a permission's value. A value without people and groups becomes the group `role:nobody`. */
export function canonicalPermission(
  value: GroupSettingValue,
  systemGroups: SystemGroupIds,
): GroupSettingValue {
  const sorted = sortedPermission(value);
  if (typeof sorted === 'number') return sorted;
  const isNobody = sorted.direct_members.length + sorted.direct_subgroups.length === 0;
  return isNobody ? systemGroups['role:nobody'] : sorted;
}

/**
 * Checks the value of a permission.
 * @param value the normalized form of the value
 * @param people IDs of those people in the value who are active
 * @throws BAD_REQUEST when the value is not allowed
 */
export function checkPermission(
  name: string,
  value: GroupSettingValue,
  permission: PermissionSetting,
  groups: ReadonlyMap<number, KnownGroup>,
  people: ReadonlySet<number>,
): void {
  const ids = typeof value === 'number' ? [value] : value.direct_subgroups;
  for (const id of ids) {
    const group = groups.get(id);
    if (!group || group.isDeactivated) throw errors.badRequest('Invalid user group');
    checkGroup(name, group, permission);
  }
  if (typeof value === 'number') return;
  if (permission.require_system_group) {
    throw errors.badRequest(errorText("'{name}' must be a system user group.", { name }));
  }
  const stranger = value.direct_members.find((userId) => !people.has(userId));
  if (stranger !== undefined)
    throw errors.badRequest(errorText('Invalid user ID: {userId}', { userId: stranger }));
}

function checkGroup(name: string, group: KnownGroup, permission: PermissionSetting): void {
  if (permission.require_system_group && group.rule === '') {
    throw errors.badRequest(errorText("'{name}' must be a system user group.", { name }));
  }
  const { allowed_system_groups: allowed } = permission;
  const isRefused =
    (group.rule === 'role:internet' && !permission.allow_internet_group) ||
    (group.rule === 'role:nobody' && !permission.allow_nobody_group) ||
    (group.rule === 'role:everyone' && !permission.allow_everyone_group) ||
    (allowed.length > 0 && !isOneOf(allowed, group.rule));
  if (isRefused) {
    throw errors.badRequest(
      errorText("'{name}' setting cannot be set to '{rule}' group.", { name, rule: group.rule }),
    );
  }
}

/**
 * Checks that the stored value of a permission is the one that the client believes to be current (`old`). When the client did not
 * send `old`, nothing is checked.
 * @throws EXPECTATION_MISMATCH with the stored value as `current` when the two values differ
 */
export function expectValue(
  name: string,
  old: GroupSettingValue | undefined,
  present: GroupSettingValue,
): void {
  if (old === undefined || JSON.stringify(old) === JSON.stringify(present)) return;
  throw errors.expectationMismatch('old', { current: { [name]: present } });
}
