import { userSettingDefaultSchemas, userSettingSchemas } from '@parley/settings';
import { z } from 'zod';

/** The values that users can choose for some of the settings. */
const choices = {
  available_notification_sounds: z.array(z.string()),
  emojiset_choices: z.array(z.strictObject({ key: z.string(), text: z.string() })),
};

/** Derived from `@parley/settings`, so a new setting needs no change here. */
export const userSettingsSchema = z
  .strictObject({
    ...userSettingSchemas,
    /** IANA time zone. Absent for spectators, who read without an account. */
    timezone: z.string().optional(),
    ...choices,
  })
  .meta({ id: 'UserSettings' });
export type UserSettingsObject = z.infer<typeof userSettingsSchema>;

export const userSettingsDefaultsSchema = z
  .strictObject({ ...userSettingDefaultSchemas, ...choices })
  .meta({ id: 'UserSettingsDefaults' });
