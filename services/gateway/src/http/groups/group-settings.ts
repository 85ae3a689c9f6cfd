import type { Parameter } from '../../edge/parameter.ts';

/** Permission settings of a group. */
const settingNames = [
  'can_add_members_group',
  'can_join_group',
  'can_leave_group',
  'can_manage_group',
  'can_mention_group',
  'can_remove_members_group',
] as const;
type SettingName = (typeof settingNames)[number];

/** One parameter for each permission setting of a group. */
export const forEachSetting = <T>(parameter: Parameter<T>) =>
  Object.fromEntries(settingNames.map((name) => [name, parameter])) as Record<SettingName, Parameter<T>>;

/** Those of the settings that were given, as the owner takes them. */
export function givenSettings<T, R>(
  values: Readonly<Record<SettingName, T | undefined>>,
  convert: (value: T) => R,
): Record<string, R> {
  const settings: Record<string, R> = {};
  for (const name of settingNames) {
    const value = values[name];
    if (value !== undefined) settings[name] = convert(value);
  }
  return settings;
}
