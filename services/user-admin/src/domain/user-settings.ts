/** Personal settings; declared in `@parley/settings`. */
export {
  changeableUserSettingDefaults,
  effectiveUserSettings,
  emojisets,
  notificationSounds,
  userSettingChoices,
  userSettingDefaultNames,
  userSettingNames,
  userSettingSchema,
} from '@parley/settings';
