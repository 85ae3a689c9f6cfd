/** The settings of the organization and of people as data, apart from the rest of the library because few programs need them. */
export { organizationSettings, personalSettings } from './generated/settings.ts';
export type { PersonalSettingDescription, SettingDescription, ValueOf } from './setting-description.ts';
