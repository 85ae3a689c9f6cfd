import type { OrganizationSettings, SystemGroupIds } from '@parley/settings';

/** The organization: its effective settings and its properties from the configuration. */
export type Organization = {
  settings: OrganizationSettings;
  /** IDs of the system groups, by name of the system group. */
  systemGroups: SystemGroupIds;
  /** Personal settings that new accounts start with. The built-in defaults apply to the rest. */
  userSettingsDefaults: Readonly<Record<string, unknown>>;
  /** Unix time, whole seconds. */
  createdAt: number;
  /** An operator deactivated it. */
  isDeactivated: boolean;
  /** Where clients reach the server, without a slash at the end. */
  publicUrl: string;
  /** Host name of the public URL; generated addresses end with it. */
  host: string;
  isDevelopment: boolean;
  /** Key with which browsers subscribe to push messages of this server (RFC 8292), base64url. */
  webPushPublicKey: string;
};
