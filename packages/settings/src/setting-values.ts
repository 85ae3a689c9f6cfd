/** Encodes and decodes values of settings for messages between services. */
import type { GroupSetting } from '@parley/proto/common/v1/group_setting';
import type { StoredSetting } from '@parley/proto/events/v1/facts';
import type { PermissionChange, SettingValue } from '@parley/proto/useradmin/v1/settings';
import { type GroupSettingValue, plainGroupSetting } from '@parley/rules';
import { groupSettingValue } from './organization.ts';

/** Encodes values of settings. @throws Error for a value that no setting can have */
export const toSettingValues = (given: Readonly<Record<string, unknown>>): Record<string, SettingValue> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, toSettingValue(name, value)]));

function toSettingValue(name: string, given: unknown): SettingValue {
  switch (typeof given) {
    case 'boolean':
      return { value: { $case: 'flag', flag: given } };
    case 'number':
      return { value: { $case: 'number', number: given } };
    case 'string':
      return { value: { $case: 'text', text: given } };
    case 'object':
      return given === null ? { value: { $case: 'none', none: true } } : objectValue(name, given);
    default:
      throw new Error(`The setting ${name} cannot have a value of the type ${typeof given}.`);
  }
}

function objectValue(name: string, given: object): SettingValue {
  if ('new' in given || 'direct_members' in given) {
    const change: { new?: unknown; old?: unknown } = 'new' in given ? given : { new: given };
    const permission = { new: toGroupSetting(name, change.new), old: toGroupSetting(name, change.old) };
    return { value: { $case: 'permission', permission } };
  }
  const values = Object.fromEntries(
    Object.entries(given).map(([flag, isSet]: [string, unknown]) => {
      if (typeof isSet !== 'boolean') throw new Error(`The setting ${name} has a value of an unknown form.`);
      return [flag, isSet];
    }),
  );
  return { value: { $case: 'flags', flags: { values } } };
}

function toGroupSetting(name: string, given: unknown): GroupSetting | undefined {
  if (given === undefined) return undefined;
  const parsed = groupSettingValue.safeParse(given);
  if (!parsed.success) throw new Error(`The permission ${name} has a value of an unknown form.`);
  const { data } = parsed;
  return typeof data === 'number'
    ? { value: { $case: 'groupId', groupId: data } }
    : {
        value: {
          $case: 'anonymous',
          anonymous: { directMembers: data.direct_members, directSubgroups: data.direct_subgroups },
        },
      };
}

/** Decodes the settings of a request to the form that their schemas parse. A permission becomes `{"new": …, "old": …}`. */
export const givenSettings = (values: Readonly<Record<string, SettingValue>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plainValue(value)]));

/** Encodes stored values of settings. @throws Error for a value that no setting can have */
export const toStoredSettings = (given: Readonly<Record<string, unknown>>): Record<string, StoredSetting> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, toStoredSetting(name, value)]));

function toStoredSetting(name: string, given: unknown): StoredSetting {
  const { value } = toSettingValue(name, given);
  if (value?.$case !== 'permission') return { value };
  const { new: holders } = value.permission;
  return { value: holders && { $case: 'permission', permission: holders } };
}

export const fromStoredSettings = (
  values: Readonly<Record<string, StoredSetting>>,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, setting]) => [name, plainSetting(setting)]));

const plainSetting = ({ value }: StoredSetting): unknown =>
  value?.$case === 'permission' ? plainGroupSetting(value.permission) : plainValue({ value });

function plainValue({ value }: SettingValue): unknown {
  switch (value?.$case) {
    case 'flag':
      return value.flag;
    case 'number':
      return value.number;
    case 'text':
      return value.text;
    case 'none':
      return null;
    case 'permission':
      return plainChange(value.permission);
    case 'flags':
      return value.flags.values;
    default:
      // The value is of a kind that only later releases know. The setting's schema rejects it.
      return undefined;
  }
}

function plainChange({ new: value, old }: PermissionChange): {
  new?: GroupSettingValue;
  old?: GroupSettingValue;
} {
  return { ...(value && { new: plainGroupSetting(value) }), ...(old && { old: plainGroupSetting(old) }) };
}
