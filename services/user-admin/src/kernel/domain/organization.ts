import type { OrganizationSettings, SystemGroupIds } from '@parley/settings';

/** The organization: its settings in force and what the configuration says of it. */
export type Organization = {
  settings: OrganizationSettings;
  /** IDs of the system groups by rule. */
  systemGroups: SystemGroupIds;
  /** Personal settings that new accounts start with; the built-in defaults hold for the rest. */
  userSettingsDefaults: Readonly<Record<string, unknown>>;
  /** Unix time, whole seconds. */
  createdAt: number;
  /** Where clients reach the server, without a slash at the end. */
  publicUrl: string;
  /** Host name of the public URL; generated addresses end with it. */
  host: string;
  isDevelopment: boolean;
};
