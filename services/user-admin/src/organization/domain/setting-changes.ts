/** Parses changes of the organization's settings. No I/O. */
import { errors, errorText, isOneOf } from '@parley/core';
import type { GroupSettingValue } from '@parley/rules';
import {
  changeableOrganizationSettings,
  checkOrganizationName,
  groupSettingValue,
  type OrganizationPermission,
  type OrganizationSettingName,
  type OrganizationSettings,
  organizationPermissions,
  organizationSetting,
} from '@parley/settings';
import { checkLanguage } from '../../kernel/domain/languages.ts';

type PlainName = Exclude<OrganizationSettingName, OrganizationPermission>;
type PlainChange = { [Name in PlainName]: { name: Name; value: OrganizationSettings[Name] } }[PlainName];

/** The new value of a permission. `old` is the value that the client expects to be stored. */
export type PermissionChange = {
  name: OrganizationPermission;
  value: GroupSettingValue;
  old?: GroupSettingValue;
};

/** The new value of a setting. */
export type SettingChange = PermissionChange | PlainChange;

export const isPermission = (name: string): name is OrganizationPermission =>
  Object.hasOwn(organizationPermissions, name);

export const isPermissionChange = (change: SettingChange): change is PermissionChange =>
  isPermission(change.name);

/** Settings whose value is the ID of a channel, or -1 for none. */
export const channelSettings: readonly string[] = [
  'moderation_request_channel_id',
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'zulip_update_announcements_stream_id',
];

/** @throws BAD_REQUEST for an unknown setting or an invalid value */
export function parseChanges(given: Readonly<Record<string, unknown>>): SettingChange[] {
  return Object.entries(given).map(([name, value]) => {
    if (!isOneOf(changeableOrganizationSettings, name)) {
      throw errors.badRequest(errorText("There is no setting '{name}'.", { name }));
    }
    return parseChange(name, value);
  });
}

function parseChange(name: OrganizationSettingName, given: unknown): SettingChange {
  if (isPermission(name)) {
    const { new: value, old } = asUpdate(given);
    return {
      name,
      value: parsePermission(name, value),
      ...(old !== undefined && { old: parsePermission(name, old) }),
    };
  }
  const parsed = organizationSetting(name).schema.safeParse(given);
  if (!parsed.success) throw errors.badRequest(errorText('Invalid {parameter}', { parameter: name }));
  // The schema of the setting has checked the value.
  const change = { name, value: parsed.data } as PlainChange;
  if (change.name === 'name') return { name: change.name, value: checkOrganizationName(change.value) };
  if (change.name === 'default_language') checkLanguage(change.value);
  return change;
}

/** Converts a value to the form `{"new": …, "old": …}`. Clients may also send the new value alone. */
const asUpdate = (given: unknown): { new: unknown; old?: unknown } =>
  typeof given === 'object' && given !== null && 'new' in given ? given : { new: given };

function parsePermission(name: string, given: unknown): GroupSettingValue {
  const parsed = groupSettingValue.safeParse(given);
  if (!parsed.success) throw errors.badRequest(errorText('Invalid {parameter}', { parameter: name }));
  return parsed.data;
}
