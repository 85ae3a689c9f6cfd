import {
  ConfigError,
  envBool,
  envChoice,
  envInt,
  envList,
  envNatsUrl,
  envString,
  envUrl,
  loadConfig,
  noSignInMethods,
  readSignInFile,
  type SecretKeys,
  type SignInConfig,
  secretKeysOf,
  secretKeyVariables,
  webPushKeys,
} from '@parley/core';
import { z } from 'zod';
import { auditStreamOf } from './auditing/config.ts';
import type { AuditStream } from './auditing/context.ts';
import type { SignInMethods } from './kernel/domain/organization.ts';

export const environment = {
  PARLEY_ENV: envChoice(['development', 'production', 'test'], 'production'),
  PARLEY_LOG_LEVEL: envString('info'),
  PARLEY_RPC_SECRET: envString(undefined, 16),
  ...secretKeyVariables(),
  PARLEY_PUBLIC_URL: envUrl(['http', 'https']),
  PARLEY_USER_ADMIN_DATABASE_URL: envUrl(['postgres', 'postgresql']),
  PARLEY_USER_ADMIN_DATABASE_CONNECTIONS: envInt(10, 2, 500),
  PARLEY_NATS_URL: envNatsUrl(),
  PARLEY_NATS_PREFIX: envString('parley'),
  PARLEY_NATS_REPLICAS: envInt(1, 1, 5),
  PARLEY_CHANNEL_ADDRESSES: envList(),
  PARLEY_MESSAGING_ADDRESSES: envList(),
  PARLEY_UPLOAD_ADDRESSES: envList(),
  PARLEY_NOTIFY_ADDRESSES: envList(),
  PARLEY_INTEGRATIONS_ADDRESSES: envList(),
  // An empty value is valid, because compose files pass it for a variable that is not set.
  PARLEY_FCM_CREDENTIALS_FILE: envString('', 0),
  PARLEY_APNS_KEY_FILE: envString('', 0),
  PARLEY_PUSH_FORWARDER_URL: envString('', 0),
  PARLEY_SIGN_IN_FILE: z.string().default(''),
  PARLEY_USER_ADMIN_PASSWORD_HASHES: envChoice(['slow', 'quick'], 'slow'),
  PARLEY_USER_ADMIN_DEMO_PASSWORD: envString('', 0),
  PARLEY_INVITATIONS_PER_DAY: envInt(1_000, 0, 1_000_000),
  PARLEY_EXPORT_MAX_MIB: envInt(20_480, 0, 1_000_000_000),
  PARLEY_OWNER_FULL_CONTENT_ACCESS: envBool(false),
  PARLEY_AUDIT_RETENTION_DAYS: envInt(0, 0, 36_500),
  PARLEY_AUDIT_STREAM_URL: envString('', 0),
  PARLEY_AUDIT_STREAM_TOKEN: envString('', 0),
  PARLEY_AUDIT_STREAM_CA_FILE: envString('', 0),
  PARLEY_USER_ADMIN_PRESENCE_INTERVAL_MS: envInt(1_000, 10, 60_000),
  PARLEY_USER_ADMIN_PRESENCE_LISTED_PER_SECOND: envInt(150_000, 1),
  PARLEY_USER_ADMIN_PRESENCE_MAX_ANNOUNCED: envInt(500, 0, 1_000_000),
  PARLEY_USER_ADMIN_RPC_HOST: envString('127.0.0.1'),
  PARLEY_USER_ADMIN_RPC_PORT: envInt(0, 0, 65_535),
  PARLEY_USER_ADMIN_OPS_HOST: envString('127.0.0.1'),
  PARLEY_USER_ADMIN_OPS_PORT: envInt(0, 0, 65_535),
};

/** Configuration of the service, grouped by the code that uses it. */
export type UserAdminConfig = {
  /** Whether the RPC DevFetchApiKey, which signs in without a password, is available. */
  isDevelopment: boolean;
  logLevel: string;
  rpcSecret: string;
  /** URL at which clients reach the server, without a slash at the end. */
  publicUrl: string;
  /** Host name in generated mail addresses (`user{id}@{host}`). */
  host: string;
  /** Key that signs the download URLs of archives. */
  secretKey: string;
  /** The current key, and another one while it is being replaced. */
  secretKeys: SecretKeys;
  webPushPublicKey: string;
  /** Whether a push service of phones is configured. */
  reachesPhones: boolean;
  database: { url: string; poolSize: number };
  /** NATS server that stores the event log and transports presence signals. */
  nats: { url: string; prefix: string; replicas: number };
  presence: { intervalMs: number; listedPerSecond: number; maxAnnounced: number };
  /** Addresses of the replicas of the services that this service calls. */
  addresses: {
    channel: string[];
    messaging: string[];
    upload: string[];
    notify: string[];
    integrations: string[];
  };
  /** Content of the file that configures ways to sign in. */
  signIn: SignInConfig;
  /** The part of `signIn` that clients may see. */
  signInMethods: SignInMethods;
  /** Cost of hashing new passwords. `quick` is only for tests. */
  passwordHashes: 'slow' | 'quick';
  /** The publicly known password of the demo organization, which seeding may set although it is short; not in production. */
  demoPassword: string | undefined;
  /** Maximum number of invitation mails of the organization in 24 hours. */
  invitationsPerDay: number;
  /** Maximum size of an export's archive, in bytes. With 0, nobody can request exports. */
  exportMaxBytes: number;
  /** Whether owners may export all private content, also without the consent of the people whose content it is. */
  ownerFullContentAccess: boolean;
  audit: { retentionDays: number; stream: AuditStream | undefined };
  rpc: { host: string; port: number };
  ops: { host: string; port: number };
};

/** Reads the configuration from environment variables. @throws ConfigError that lists every invalid value */
export function loadServiceConfig(env: NodeJS.ProcessEnv): UserAdminConfig {
  const read = loadConfig(environment, env);
  if (read.PARLEY_ENV === 'production' && read.PARLEY_USER_ADMIN_PASSWORD_HASHES === 'quick') {
    throw new ConfigError(['PARLEY_USER_ADMIN_PASSWORD_HASHES: quick hashes are not for production']);
  }
  if (read.PARLEY_ENV === 'production' && read.PARLEY_USER_ADMIN_DEMO_PASSWORD !== '') {
    throw new ConfigError([
      'PARLEY_USER_ADMIN_DEMO_PASSWORD: a publicly known password is not for production',
    ]);
  }
  const file = read.PARLEY_SIGN_IN_FILE;
  const signIn = file === '' ? noSignInMethods : readSignInFile(file, env);
  return {
    isDevelopment: read.PARLEY_ENV === 'development',
    logLevel: read.PARLEY_LOG_LEVEL,
    rpcSecret: read.PARLEY_RPC_SECRET,
    publicUrl: read.PARLEY_PUBLIC_URL.replace(/\/+$/, ''),
    host: new URL(read.PARLEY_PUBLIC_URL).hostname,
    secretKey: read.PARLEY_SECRET_KEY,
    secretKeys: secretKeysOf(read),
    webPushPublicKey: webPushKeys(read.PARLEY_SECRET_KEY).publicKey.toString('base64url'),
    reachesPhones: [
      read.PARLEY_FCM_CREDENTIALS_FILE,
      read.PARLEY_APNS_KEY_FILE,
      read.PARLEY_PUSH_FORWARDER_URL,
    ].some((value) => value !== ''),
    database: {
      url: read.PARLEY_USER_ADMIN_DATABASE_URL,
      poolSize: read.PARLEY_USER_ADMIN_DATABASE_CONNECTIONS,
    },
    nats: {
      url: read.PARLEY_NATS_URL,
      prefix: read.PARLEY_NATS_PREFIX,
      replicas: read.PARLEY_NATS_REPLICAS,
    },
    presence: {
      intervalMs: read.PARLEY_USER_ADMIN_PRESENCE_INTERVAL_MS,
      listedPerSecond: read.PARLEY_USER_ADMIN_PRESENCE_LISTED_PER_SECOND,
      maxAnnounced: read.PARLEY_USER_ADMIN_PRESENCE_MAX_ANNOUNCED,
    },
    addresses: {
      channel: read.PARLEY_CHANNEL_ADDRESSES,
      messaging: read.PARLEY_MESSAGING_ADDRESSES,
      upload: read.PARLEY_UPLOAD_ADDRESSES,
      notify: read.PARLEY_NOTIFY_ADDRESSES,
      integrations: read.PARLEY_INTEGRATIONS_ADDRESSES,
    },
    signIn,
    signInMethods: methodsOf(signIn),
    passwordHashes: read.PARLEY_USER_ADMIN_PASSWORD_HASHES,
    demoPassword: read.PARLEY_USER_ADMIN_DEMO_PASSWORD || undefined,
    invitationsPerDay: read.PARLEY_INVITATIONS_PER_DAY,
    exportMaxBytes: read.PARLEY_EXPORT_MAX_MIB * 1024 * 1024,
    ownerFullContentAccess: read.PARLEY_OWNER_FULL_CONTENT_ACCESS,
    audit: {
      retentionDays: read.PARLEY_AUDIT_RETENTION_DAYS,
      stream: auditStreamOf({
        url: read.PARLEY_AUDIT_STREAM_URL,
        token: read.PARLEY_AUDIT_STREAM_TOKEN,
        caFile: read.PARLEY_AUDIT_STREAM_CA_FILE,
      }),
    },
    rpc: { host: read.PARLEY_USER_ADMIN_RPC_HOST, port: read.PARLEY_USER_ADMIN_RPC_PORT },
    ops: { host: read.PARLEY_USER_ADMIN_OPS_HOST, port: read.PARLEY_USER_ADMIN_OPS_PORT },
  };
}

/** Returns the part of the configured ways to sign in that clients may see. */
const methodsOf = ({ password, ldap, oidc, saml, jwt, proxy }: SignInConfig): SignInMethods => ({
  password,
  ldap: ldap !== undefined,
  providers: [
    ...oidc.map(({ id, name }) => ({ kind: 'oidc' as const, id, name })),
    ...saml.map(({ id, name }) => ({ kind: 'saml' as const, id, name })),
    ...jwt.map(({ id, name }) => ({ kind: 'jwt' as const, id, name })),
    ...(proxy ? [{ kind: 'proxy' as const, id: proxy.id, name: proxy.name }] : []),
  ],
});
