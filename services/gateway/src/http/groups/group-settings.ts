import { type GroupPermission, groupPermissions } from '@parley/settings';
import type { Parameter } from '../../edge/parameter.ts';

/** Permission settings of a group. */
const settingNames = Object.keys(groupPermissions) as GroupPermission[];

/** One parameter for each permission setting of a group. */
export const forEachSetting = <T>(parameter: Parameter<T>) =>
  Object.fromEntries(settingNames.map((name) => [name, parameter])) as Record<GroupPermission, Parameter<T>>;

/** Those of the settings that were given, as the owner takes them. */
export function givenSettings<T, R>(
  values: Readonly<Record<GroupPermission, T | undefined>>,
  convert: (value: T) => R,
): Record<string, R> {
  const settings: Record<string, R> = {};
  for (const name of settingNames) {
    const value = values[name];
    if (value !== undefined) settings[name] = convert(value);
  }
  return settings;
}
