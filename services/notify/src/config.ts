import { envInt, envList, envNatsUrl, envString, envUrl, loadConfig } from '@parley/core';
import type { Guard } from '@parley/outside';
import { z } from 'zod';
import type { MailConfig } from './mail/transport.ts';

export type NotifyConfig = {
  logLevel: string;
  rpcSecret: string;
  /** Signs links in mails. */
  secretKey: string;
  /** Where people reach the server, without a slash at the end. */
  publicUrl: string;
  nats: { url: string; prefix: string; replicas: number };
  database: { url: string; poolSize: number };
  addresses: { userAdmin: string[]; channel: string[]; messaging: string[]; eventQueue: string[] };
  mail: MailConfig;
  /** Requests to push services. `contact`: address of the operator that push services get. */
  push: Guard & { contact: string };
  /** How long after the last sign of life a person counts as away. */
  idleMs: number;
  rpc: { host: string; port: number };
  ops: { host: string; port: number };
};

/** Reads the environment. @throws ConfigError that names every invalid value */
export function loadServiceConfig(env: NodeJS.ProcessEnv): NotifyConfig {
  const read = loadConfig(
    {
      PARLEY_LOG_LEVEL: envString('info'),
      PARLEY_RPC_SECRET: envString(undefined, 16),
      PARLEY_SECRET_KEY: envString(undefined, 32),
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
      // Compose files set an empty text for a variable without a value.
      PARLEY_SMTP_URL: z.union([z.literal(''), envUrl(['smtp', 'smtps'])]).default(''),
      PARLEY_MAIL_FROM: envString('Parley <noreply@localhost>'),
      PARLEY_MAIL_DIR: z.string().default(''),
      PARLEY_NOTIFY_IDLE_SECONDS: envInt(140, 0, 86_400),
      PARLEY_PUSH_ALLOWED_HOSTS: envList([]),
      PARLEY_NOTIFY_RPC_HOST: envString('127.0.0.1'),
      PARLEY_NOTIFY_RPC_PORT: envInt(0, 0, 65_535),
      PARLEY_NOTIFY_OPS_HOST: envString('127.0.0.1'),
      PARLEY_NOTIFY_OPS_PORT: envInt(0, 0, 65_535),
    },
    env,
  );
  return {
    logLevel: read.PARLEY_LOG_LEVEL,
    rpcSecret: read.PARLEY_RPC_SECRET,
    secretKey: read.PARLEY_SECRET_KEY,
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
    addresses: {
      userAdmin: read.PARLEY_USER_ADMIN_ADDRESSES,
      channel: read.PARLEY_CHANNEL_ADDRESSES,
      messaging: read.PARLEY_MESSAGING_ADDRESSES,
      eventQueue: read.PARLEY_EVENT_QUEUE_ADDRESSES,
    },
    mail: {
      smtpUrl: read.PARLEY_SMTP_URL,
      from: read.PARLEY_MAIL_FROM,
      folder: read.PARLEY_MAIL_DIR,
    },
    push: {
      allowed: new Set(read.PARLEY_PUSH_ALLOWED_HOSTS),
      timeoutMs: 5_000,
      contact: contactOf(read.PARLEY_PUBLIC_URL, read.PARLEY_MAIL_FROM),
    },
    idleMs: read.PARLEY_NOTIFY_IDLE_SECONDS * 1000,
    rpc: { host: read.PARLEY_NOTIFY_RPC_HOST, port: read.PARLEY_NOTIFY_RPC_PORT },
    ops: { host: read.PARLEY_NOTIFY_OPS_HOST, port: read.PARLEY_NOTIFY_OPS_PORT },
  };
}

/** Returns the address of the operator as RFC 8292 wants it: `https:`, or `mailto:` of a server without HTTPS. */
function contactOf(publicUrl: string, mailFrom: string): string {
  if (publicUrl.startsWith('https:')) return new URL(publicUrl).origin;
  return `mailto:${/<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom}`;
}
