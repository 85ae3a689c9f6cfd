/** The organization's settings as data, apart from the rest of the library because few programs need them. */
export { organizationSettings } from './generated/settings.ts';
export type { SettingDescription, ValueOf } from './setting-description.ts';
