import {
  ConfigError,
  envInt,
  envList,
  envNatsUrl,
  envString,
  envUrl,
  keysOf,
  loadConfig,
  type SecretKeys,
  secretKeysOf,
  secretKeyVariables,
} from '@parley/core';
import type { Guard } from '@parley/outside';
import { z } from 'zod';
import type { MailInConfig } from './incoming/listen.ts';
import type { MailConfig } from './mail/transport.ts';
import type { PhoneConfig } from './push/phone-transport.ts';

export type NotifyConfig = {
  logLevel: string;
  rpcSecret: string;
  /** Key that signs links and addresses in mails. */
  secretKey: string;
  /** Keys with which a signature is verified: the current one, and another one while the key is being replaced. */
  secretKeys: SecretKeys;
  /** URL at which people reach the server, without a slash at the end. */
  publicUrl: string;
  nats: { url: string; prefix: string; replicas: number };
  database: { url: string; poolSize: number };
  addresses: {
    userAdmin: string[];
    channel: string[];
    messaging: string[];
    eventQueue: string[];
    upload: string[];
  };
  mail: MailConfig;
  /** Maximum number of mails per minute that all replicas together send to the mail server; 0 for no limit. */
  mailsPerMinute: number;
  /** Incoming mail; undefined when no domain is configured for it. */
  mailIn: MailInConfig | undefined;
  /** `contact` tells push services how to reach the operator: a `mailto:` or `https:` URL. */
  push: Guard & { contact: string };
  /** Push services of phones. Credentials of a service that is not configured are empty strings. */
  phones: PhoneConfig;
  /** Time without activity after which a person counts as away, in milliseconds. */
  idleMs: number;
  rpc: { host: string; port: number };
  ops: { host: string; port: number };
};

/** Accepts an empty value and an absent variable, because compose files pass an empty value for a variable that is not set. */
const optional = () => z.string().trim().default('');

/** Accepts a URL and removes slashes at its end. An empty value and an absent variable mean `fallback`. */
const optionalUrl = (fallback: string) =>
  z
    .union([z.literal(''), envUrl(['http', 'https'])])
    .default('')
    .transform((url) => (url === '' ? fallback : url.replace(/\/+$/, '')));

/** Variables that must be set when the variable in the key is set. */
const companions = {
  PARLEY_APNS_KEY_FILE: ['PARLEY_APNS_KEY_ID', 'PARLEY_APNS_TEAM_ID', 'PARLEY_APNS_TOPIC'],
  PARLEY_PUSH_FORWARDER_URL: ['PARLEY_PUSH_FORWARDER_ID', 'PARLEY_PUSH_FORWARDER_KEY'],
} as const;

export const environment = {
  PARLEY_LOG_LEVEL: envString('info'),
  PARLEY_RPC_SECRET: envString(undefined, 16),
  ...secretKeyVariables(),
  PARLEY_PUBLIC_URL: envUrl(['http', 'https']),
  PARLEY_NATS_URL: envNatsUrl(),
  PARLEY_NATS_PREFIX: envString('parley'),
  PARLEY_NATS_REPLICAS: envInt(1, 1, 5),
  PARLEY_NOTIFY_DATABASE_URL: envUrl(['postgres', 'postgresql']),
  PARLEY_NOTIFY_DATABASE_CONNECTIONS: envInt(10, 2, 500),
  PARLEY_USER_ADMIN_ADDRESSES: envList(),
  PARLEY_CHANNEL_ADDRESSES: envList(),
  PARLEY_MESSAGING_ADDRESSES: envList(),
  PARLEY_EVENT_QUEUE_ADDRESSES: envList(),
  PARLEY_UPLOAD_ADDRESSES: envList(),
  // An empty value is valid, because compose files pass it for a variable that is not set.
  PARLEY_SMTP_URL: z.union([z.literal(''), envUrl(['smtp', 'smtps'])]).default(''),
  PARLEY_MAIL_FROM: envString('Parley <noreply@localhost>'),
  PARLEY_MAIL_DIR: z.string().default(''),
  PARLEY_MAIL_PER_MINUTE: envInt(0, 0, 1_000_000),
  PARLEY_MAIL_IN_DOMAIN: z
    .string()
    .regex(/^(?:[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})*)?$/, 'must be the name of a domain')
    .max(190)
    .meta({ accepts: 'name of a domain' })
    .default(''),
  PARLEY_MAIL_IN_HOST: envString('127.0.0.1'),
  PARLEY_MAIL_IN_PORT: envInt(2525, 0, 65_535),
  PARLEY_MAIL_IN_MAX_MIB: envInt(25, 1, 100),
  PARLEY_MAIL_IN_AUTHSERV_ID: z.string().default(''),
  PARLEY_NOTIFY_IDLE_SECONDS: envInt(140, 0, 86_400),
  PARLEY_PUSH_ALLOWED_HOSTS: envList([]),
  PARLEY_FCM_URL: optionalUrl('https://fcm.googleapis.com'),
  PARLEY_FCM_CREDENTIALS_FILE: optional(),
  PARLEY_APNS_URL: optionalUrl('https://api.push.apple.com'),
  PARLEY_APNS_KEY_FILE: optional(),
  PARLEY_APNS_KEY_ID: optional(),
  PARLEY_APNS_TEAM_ID: optional(),
  PARLEY_APNS_TOPIC: optional(),
  PARLEY_PUSH_FORWARDER_URL: optionalUrl(''),
  PARLEY_PUSH_FORWARDER_ID: optional(),
  PARLEY_PUSH_FORWARDER_KEY: optional(),
  PARLEY_NOTIFY_RPC_HOST: envString('127.0.0.1'),
  PARLEY_NOTIFY_RPC_PORT: envInt(0, 0, 65_535),
  PARLEY_NOTIFY_OPS_HOST: envString('127.0.0.1'),
  PARLEY_NOTIFY_OPS_PORT: envInt(0, 0, 65_535),
};

/** Reads the configuration from environment variables. @throws ConfigError that lists every invalid or missing variable */
export function loadServiceConfig(env: NodeJS.ProcessEnv): NotifyConfig {
  const read = loadConfig(environment, env);
  checkCompanions(read);
  return {
    logLevel: read.PARLEY_LOG_LEVEL,
    rpcSecret: read.PARLEY_RPC_SECRET,
    secretKey: read.PARLEY_SECRET_KEY,
    secretKeys: secretKeysOf(read),
    publicUrl: read.PARLEY_PUBLIC_URL.replace(/\/+$/, ''),
    nats: {
      url: read.PARLEY_NATS_URL,
      prefix: read.PARLEY_NATS_PREFIX,
      replicas: read.PARLEY_NATS_REPLICAS,
    },
    database: {
      url: read.PARLEY_NOTIFY_DATABASE_URL,
      poolSize: read.PARLEY_NOTIFY_DATABASE_CONNECTIONS,
    },
    addresses: addressesOf(read),
    mail: {
      smtpUrl: read.PARLEY_SMTP_URL,
      from: read.PARLEY_MAIL_FROM,
      folder: read.PARLEY_MAIL_DIR,
    },
    mailsPerMinute: read.PARLEY_MAIL_PER_MINUTE,
    mailIn: mailInOf(read),
    push: {
      allowed: new Set(read.PARLEY_PUSH_ALLOWED_HOSTS),
      timeoutMs: 5_000,
      contact: contactOf(read.PARLEY_PUBLIC_URL, read.PARLEY_MAIL_FROM),
    },
    phones: phonesOf(read),
    idleMs: read.PARLEY_NOTIFY_IDLE_SECONDS * 1000,
    rpc: { host: read.PARLEY_NOTIFY_RPC_HOST, port: read.PARLEY_NOTIFY_RPC_PORT },
    ops: { host: read.PARLEY_NOTIFY_OPS_HOST, port: read.PARLEY_NOTIFY_OPS_PORT },
  };
}

type Values = ReturnType<typeof loadConfig<typeof environment>>;

/** @throws ConfigError that lists the variables that are missing beside others */
function checkCompanions(read: Values): void {
  const missing = keysOf(companions).flatMap((name) =>
    read[name] === ''
      ? []
      : companions[name]
          .filter((other) => read[other] === '')
          .map((other) => `${other}: is needed with ${name}`),
  );
  if (missing.length > 0) throw new ConfigError(missing);
}

const addressesOf = (read: Values): NotifyConfig['addresses'] => ({
  userAdmin: read.PARLEY_USER_ADMIN_ADDRESSES,
  channel: read.PARLEY_CHANNEL_ADDRESSES,
  messaging: read.PARLEY_MESSAGING_ADDRESSES,
  eventQueue: read.PARLEY_EVENT_QUEUE_ADDRESSES,
  upload: read.PARLEY_UPLOAD_ADDRESSES,
});

const mailInOf = (read: Values): MailInConfig | undefined =>
  read.PARLEY_MAIL_IN_DOMAIN === ''
    ? undefined
    : {
        domain: read.PARLEY_MAIL_IN_DOMAIN.toLowerCase(),
        authservId: read.PARLEY_MAIL_IN_AUTHSERV_ID,
        host: read.PARLEY_MAIL_IN_HOST,
        port: read.PARLEY_MAIL_IN_PORT,
        maxBytes: read.PARLEY_MAIL_IN_MAX_MIB * 2 ** 20,
      };

const phonesOf = (read: Values): PhoneConfig => ({
  fcm: { url: read.PARLEY_FCM_URL, credentialsFile: read.PARLEY_FCM_CREDENTIALS_FILE },
  apns: {
    url: read.PARLEY_APNS_URL,
    keyFile: read.PARLEY_APNS_KEY_FILE,
    keyId: read.PARLEY_APNS_KEY_ID,
    teamId: read.PARLEY_APNS_TEAM_ID,
    topic: read.PARLEY_APNS_TOPIC,
  },
  forwarder: {
    url: read.PARLEY_PUSH_FORWARDER_URL,
    id: read.PARLEY_PUSH_FORWARDER_ID,
    key: read.PARLEY_PUSH_FORWARDER_KEY,
  },
});

/** RFC 8292, section 2.1: the server's `https:` URL, or a `mailto:` URL with the sender of mails. */
function contactOf(publicUrl: string, mailFrom: string): string {
  if (publicUrl.startsWith('https:')) return new URL(publicUrl).origin;
  return `mailto:${/<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom}`;
}
