import { userSettingDefaultSchemas, userSettingSchemas } from '@parley/settings';
import { z } from 'zod';

/** The values that clients offer for some settings. */
const choices = {
  available_notification_sounds: z.array(z.string()),
  emojiset_choices: z.array(z.strictObject({ key: z.string(), text: z.string() })),
};

/**
 * The personal settings of a user. They are derived from the declarations in `@parley/settings`, so a new setting needs
 * no line here.
 */
export const userSettingsSchema = z
  .strictObject({
    ...userSettingSchemas,
    /** IANA name; absent for spectators. */
    timezone: z.string().optional(),
    ...choices,
  })
  .meta({ id: 'UserSettings' });
export type UserSettingsObject = z.infer<typeof userSettingsSchema>;

/** The personal settings that new users start with. */
export const userSettingsDefaultsSchema = z
  .strictObject({ ...userSettingDefaultSchemas, ...choices })
  .meta({ id: 'UserSettingsDefaults' });
