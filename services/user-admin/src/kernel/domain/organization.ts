import type { OrganizationSettings, SystemGroupIds } from '@parley/settings';

/** The ways to sign in that operators have configured. */
export type SignInMethods = {
  /** Whether people may use passwords that this server stores. */
  password: boolean;
  /** Whether people may use passwords that an LDAP directory checks. */
  ldap: boolean;
  /** Identity providers to which browsers are redirected. */
  providers: readonly { kind: 'oidc' | 'saml' | 'jwt' | 'proxy'; id: string; name: string }[];
};

export type Organization = {
  settings: OrganizationSettings;
  /** ID of each system group, by the rule that decides who is a member, such as `role:everyone`. */
  systemGroups: SystemGroupIds;
  /** Personal settings of new accounts. Settings that are missing have their built-in defaults. */
  userSettingsDefaults: Readonly<Record<string, unknown>>;
  uuid: string;
  /** In whole seconds since the Unix epoch. */
  createdAt: number;
  isDeactivated: boolean;
  /** URL at which clients reach the server, without a slash at the end. */
  publicUrl: string;
  /** Host name of the public URL. Generated mail addresses end with it. */
  host: string;
  isDevelopment: boolean;
  /** The ways to sign in that the configuration file defines. */
  signInMethods: SignInMethods;
  /** Whether owners may export all private content without consent. Operators decide. */
  ownerFullContentAccess: boolean;
  /** Public key of this server for push messages to browsers (RFC 8292), base64url. */
  webPushPublicKey: string;
  /** Whether push notifications reach phones: a push service is configured, and its use is permitted. */
  reachesPhones: boolean;
  /** When the forwarding service stops, in seconds since the Unix epoch; null for no known end. */
  pushEndsAt: number | null;
};
