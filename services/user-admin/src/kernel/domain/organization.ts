import type { OrganizationSettings, SystemGroupIds } from '@parley/settings';

/** The ways to sign in that operators configured. */
export type SignInMethods = {
  /** Whether passwords that this server stores may be used. */
  password: boolean;
  /** Whether a directory checks passwords (LDAP). */
  directory: boolean;
  /** Identity providers to which browsers are redirected. */
  providers: readonly { kind: 'oidc' | 'saml' | 'jwt' | 'proxy'; id: string; name: string }[];
};

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
  /** Address at which clients reach the server, without a slash at the end. */
  publicUrl: string;
  /** Host name of the public URL; generated addresses end with it. */
  host: string;
  isDevelopment: boolean;
  /** The ways to sign in that the file of sign-in methods names. */
  signInMethods: SignInMethods;
  /** Key with which browsers subscribe to push messages of this server (RFC 8292), base64url. */
  webPushPublicKey: string;
  /** Whether push messages reach phones: a push service is configured, and the forwarding service permits it. */
  reachesPhones: boolean;
  /** When the permission of the forwarding service ends, in seconds since the Unix epoch; null for no end. */
  pushEndsAt: number | null;
};
