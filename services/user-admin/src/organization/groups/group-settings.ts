import { errors, errorText, hasKey } from '@parley/core';
import type { GroupSetting } from '@parley/proto/common/v1/group_setting';
import { type GroupSettingValue, plainGroupSetting } from '@parley/rules';
import {
  canonicalPermission,
  checkPermission,
  expectValue,
  type GroupPermission,
  groupPermissions,
} from '@parley/settings';
import { findActivePeople } from '../db/group-changes.ts';
import { effectiveGroupSettings, type StoredGroup } from '../domain/groups.ts';
import type { GroupChange } from './change-groups.ts';

/** Settings of a group in a request. `old` is the value that the client expects to be stored. */
type GivenSettings = Readonly<
  Record<string, { new: GroupSetting | undefined; old?: GroupSetting | undefined }>
>;

/**
 * Validates the settings of a request. Returns them in the form in which they are stored.
 * @param before the group whose settings change; undefined for a new group
 * @throws BAD_REQUEST for unknown settings, groups or people; EXPECTATION_MISMATCH when the stored value differs from the one
 * that the client expects
 */
export async function checkGroupSettings(
  { tx, organization: { systemGroups }, facts }: GroupChange,
  given: GivenSettings,
  before: StoredGroup | undefined,
): Promise<Partial<Record<GroupPermission, GroupSettingValue>>> {
  const values: Partial<Record<GroupPermission, GroupSettingValue>> = {};
  const current = before && effectiveGroupSettings(before, systemGroups);
  for (const [name, { new: setting, old }] of Object.entries(given)) {
    if (!hasKey(groupPermissions, name))
      throw errors.badRequest(errorText('Invalid setting: {name}', { name }));
    if (!setting) continue;
    const value = canonicalPermission(plainGroupSetting(setting), systemGroups);
    if (current && old) {
      const canonical = (each: GroupSettingValue) => canonicalPermission(each, systemGroups);
      expectValue(name, canonical(plainGroupSetting(old)), canonical(current[name]));
    }
    const people =
      typeof value === 'number' ? new Set<number>() : await findActivePeople(tx, value.direct_members);
    checkPermission(name, value, groupPermissions[name], facts.groups, people);
    values[name] = value;
  }
  return values;
}
