import type { UserSettingsObject } from '@parley/api';
import { visitor } from '@parley/core';
import { type UserSettings, userSettingChoices } from '@parley/settings';
import type { Fields, RegisterRequest } from '../../kernel/field-readers.ts';
import { ownSettings } from '../../kernel/own-settings.ts';

export async function readUserSettings(
  request: RegisterRequest,
): Promise<{ user_settings: UserSettingsObject }> {
  return { user_settings: await settingsObject(request) };
}

async function settingsObject({ tx, reader }: RegisterRequest): Promise<UserSettingsObject> {
  return {
    ...(await tx.once(ownSettings)),
    ...(reader !== visitor && {
      timezone: reader.timezone,
      email_address_visibility: reader.emailAddressVisibility as UserSettings['email_address_visibility'],
    }),
    available_notification_sounds: [...userSettingChoices.available_notification_sounds],
    emojiset_choices: [...userSettingChoices.emojiset_choices],
  };
}

/** Old clients expect these settings as top-level fields, and not inside `user_settings`. */
export const legacyFields =
  (names: readonly string[]) =>
  async (request: RegisterRequest): Promise<Fields> => {
    const settings: Readonly<Record<string, unknown>> = await settingsObject(request);
    return Object.fromEntries(names.map((name) => [name, settings[name]]));
  };
