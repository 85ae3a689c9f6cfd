/** Permissions of groups, as requests give them. */
import { errors } from '@parley/core';
import type { GroupSetting } from '@parley/proto/common/v1/group_setting';
import type { GroupSettingValue } from '@parley/rules';
import { plainGroupSetting } from '@parley/rules';
import {
  canonicalPermission,
  checkPermission,
  expectValue,
  type GroupPermission,
  groupPermissions,
} from '@parley/settings';
import { activePeople } from '../db/group-changes.ts';
import { effectiveGroupSettings, type StoredGroup } from '../domain/groups.ts';
import type { GroupChange } from './change-groups.ts';

type Given = Readonly<Record<string, { new: GroupSetting | undefined; old?: GroupSetting | undefined }>>;

/**
 * The settings a request gives, in the form they are stored.
 * @param before the group whose settings they change; undefined for a new one.
 * @throws BAD_REQUEST for groups, people or settings that cannot be; EXPECTATION_MISMATCH.
 */
export async function checkedGroupSettings(
  { tx, realm, world }: Pick<GroupChange, 'tx' | 'realm' | 'world'>,
  given: Given,
  before: StoredGroup | undefined,
): Promise<Partial<Record<GroupPermission, GroupSettingValue>>> {
  const values: Partial<Record<GroupPermission, GroupSettingValue>> = {};
  const present = before && effectiveGroupSettings(before, realm.systemGroups);
  for (const [name, { new: setting, old }] of Object.entries(given)) {
    if (!Object.hasOwn(groupPermissions, name)) throw errors.badRequest(`Invalid setting: ${name}`);
    if (!setting) continue;
    const permission = name as GroupPermission;
    const value = canonicalPermission(plainGroupSetting(setting), realm.systemGroups);
    if (present && old) {
      const canonical = (each: GroupSettingValue) => canonicalPermission(each, realm.systemGroups);
      expectValue(canonical(plainGroupSetting(old)), canonical(present[permission]));
    }
    const people =
      typeof value === 'number' ? new Set<number>() : await activePeople(tx, value.direct_members);
    checkPermission(name, value, groupPermissions[permission], world.groups, people);
    values[permission] = value;
  }
  return values;
}
