import {
  envChoice,
  envInt,
  envList,
  envNatsUrl,
  envString,
  envUrl,
  loadConfig,
  webPushKeys,
} from '@parley/core';
import { z } from 'zod';
import type { MailConfig } from './identity/outbox/mail-transport.ts';

const shape = {
  PARLEY_ENV: envChoice(['development', 'production', 'test'], 'production'),
  PARLEY_LOG_LEVEL: envString('info'),
  PARLEY_RPC_SECRET: envString(undefined, 16),
  PARLEY_SECRET_KEY: envString(undefined, 32),
  PARLEY_PUBLIC_URL: envUrl(['http', 'https']),
  PARLEY_USER_ADMIN_DATABASE_URL: envUrl(['postgres', 'postgresql']),
  PARLEY_USER_ADMIN_DATABASE_CONNECTIONS: envInt(10, 2, 500),
  PARLEY_NATS_URL: envNatsUrl(),
  PARLEY_NATS_PREFIX: envString('parley'),
  PARLEY_NATS_REPLICAS: envInt(1, 1, 5),
  PARLEY_CHANNEL_ADDRESSES: envList(),
  PARLEY_MESSAGING_ADDRESSES: envList(),
  // Compose files pass an empty text for a variable that has no value.
  PARLEY_SMTP_URL: z.union([z.literal(''), envUrl(['smtp', 'smtps'])]).default(''),
  PARLEY_MAIL_FROM: envString('Parley <noreply@localhost>'),
  PARLEY_MAIL_DIR: z.string().default(''),
  PARLEY_INVITATIONS_PER_DAY: envInt(1_000, 0, 1_000_000),
  PARLEY_USER_ADMIN_PRESENCE_INTERVAL_MS: envInt(1_000, 10, 60_000),
  PARLEY_USER_ADMIN_PRESENCE_LISTED_PER_SECOND: envInt(150_000, 1),
  PARLEY_USER_ADMIN_PRESENCE_MAX_ANNOUNCED: envInt(500, 0, 1_000_000),
  PARLEY_USER_ADMIN_RPC_HOST: envString('127.0.0.1'),
  PARLEY_USER_ADMIN_RPC_PORT: envInt(0, 0, 65_535),
  PARLEY_USER_ADMIN_OPS_HOST: envString('127.0.0.1'),
  PARLEY_USER_ADMIN_OPS_PORT: envInt(0, 0, 65_535),
};

/** Configuration of the service, grouped by its users in the code. */
export type UserAdminConfig = {
  /** Whether DevFetchApiKey is available. */
  isDevelopment: boolean;
  logLevel: string;
  rpcSecret: string;
  /** Where clients reach the server, without a slash at the end. */
  publicUrl: string;
  /** Host name of generated addresses (`user{id}@{host}`). */
  host: string;
  /** Seals API keys. */
  secretKey: string;
  /** Derived from the secret key. */
  webPushPublicKey: string;
  database: { url: string; poolSize: number };
  /** NATS, which holds the log and takes presence signals. */
  nats: { url: string; prefix: string; replicas: number };
  presence: { intervalMs: number; listedPerSecond: number; maxAnnounced: number };
  /** Addresses of the replicas of the services that this service calls. */
  addresses: { channel: string[]; messaging: string[] };
  mail: MailConfig;
  /** Maximum number of invitations that the organization may mail in 24 hours. */
  invitationsPerDay: number;
  rpc: { host: string; port: number };
  ops: { host: string; port: number };
};

/** Reads the configuration. @throws ConfigError naming every invalid value */
export function loadServiceConfig(env: NodeJS.ProcessEnv): UserAdminConfig {
  const read = loadConfig(shape, env);
  return {
    isDevelopment: read.PARLEY_ENV === 'development',
    logLevel: read.PARLEY_LOG_LEVEL,
    rpcSecret: read.PARLEY_RPC_SECRET,
    publicUrl: read.PARLEY_PUBLIC_URL.replace(/\/+$/, ''),
    host: new URL(read.PARLEY_PUBLIC_URL).hostname,
    secretKey: read.PARLEY_SECRET_KEY,
    webPushPublicKey: webPushKeys(read.PARLEY_SECRET_KEY).publicKey.toString('base64url'),
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
    },
    mail: {
      smtpUrl: read.PARLEY_SMTP_URL,
      from: read.PARLEY_MAIL_FROM,
      folder: read.PARLEY_MAIL_DIR,
    },
    invitationsPerDay: read.PARLEY_INVITATIONS_PER_DAY,
    rpc: { host: read.PARLEY_USER_ADMIN_RPC_HOST, port: read.PARLEY_USER_ADMIN_RPC_PORT },
    ops: { host: read.PARLEY_USER_ADMIN_OPS_HOST, port: read.PARLEY_USER_ADMIN_OPS_PORT },
  };
}
