/** Validates and stores personal settings, for the person and for administrators who change settings of others. */
import { errors, errorText } from '@parley/core';
import { emitAll } from '@parley/db';
import { effectiveUserSettings, presentValue, userSettingUpdateSchema } from '@parley/settings';
import { findUserSettings, mergeUserSettings } from '../kernel/db/user-settings.ts';
import { checkLanguage } from '../kernel/domain/languages.ts';
import type { Person } from '../kernel/domain/person.ts';
import { settingsChanged } from '../kernel/events/user-settings.ts';
import type { TxScope } from '../kernel/scope.ts';
import { concernsNotifications, notificationSettingsOf } from '../people/domain/notification-settings.ts';
import { concernsWriting, writingSettingsOf } from '../people/domain/writing-settings.ts';
import {
  exportConsentChanged,
  notificationSettingsChanged,
  writingSettingsChanged,
} from '../people/events/people.ts';
import { awayChanged } from '../presence/presence-setting.ts';

export type Settings = Readonly<Record<string, unknown>>;
export type AccountSettings = Partial<Pick<Person, 'fullName' | 'timezone' | 'emailAddressVisibility'>>;

/** @throws BAD_REQUEST that names the first unknown setting or invalid value */
export function checkSettings(given: Settings): Settings {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const parsed = userSettingUpdateSchema(name)?.safeParse(value);
      if (!parsed?.success) throw errors.badRequest(errorText('Invalid {parameter}', { parameter: name }));
      if (name === 'default_language') checkLanguage(String(parsed.data));
      return [name, presentValue(name, parsed.data)];
    }),
  );
}

export async function changeSettings(
  tx: TxScope,
  person: Person,
  given: Settings,
  account: AccountSettings,
): Promise<void> {
  const { email_address_visibility: _, ...wanted } = given;
  const stored = await findUserSettings(tx, person.userId);
  const before = effectiveUserSettings(stored);
  const changed = Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => before[name] !== value),
  );
  if (Object.keys(wanted).length > 0) await mergeUserSettings(tx, [person.userId], wanted);
  await emitAll(tx, [
    ...settingsChanged(person.userId, {
      ...changed,
      ...(account.timezone !== undefined && { timezone: account.timezone }),
      ...(account.emailAddressVisibility !== undefined && {
        email_address_visibility: account.emailAddressVisibility,
      }),
    }),
    ...(concernsWriting(changed)
      ? [writingSettingsChanged(writingSettingsOf(person.userId, { ...stored, ...wanted }))]
      : []),
    ...(concernsNotifications(changed)
      ? [notificationSettingsChanged(notificationSettingsOf(person.userId, { ...stored, ...wanted }))]
      : []),
    ...('allow_private_data_export' in changed
      ? [exportConsentChanged(person.userId, changed.allow_private_data_export === true)]
      : []),
    ...('presence_enabled' in changed ? [await awayChanged(tx, person, !changed.presence_enabled)] : []),
  ]);
}
