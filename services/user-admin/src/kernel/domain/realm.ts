import type { OrganizationSettings, SystemGroupIds } from '@parley/settings';

/** The organization with the values in force. */
export type Realm = {
  settings: OrganizationSettings;
  systemGroups: SystemGroupIds;
  /** Personal settings that new accounts start with; the built-in defaults hold for the rest. */
  userSettingsDefaults: Readonly<Record<string, unknown>>;
  /** Unix time, whole seconds. */
  createdAt: number;
  publicUrl: string;
  /** Host name of the public URL. */
  host: string;
  isDevelopment: boolean;
};
