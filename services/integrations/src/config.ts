import {
  envChoice,
  envInt,
  envList,
  envNatsUrl,
  envString,
  envUrl,
  loadConfig,
  secretKeysOf,
  secretKeyVariables,
} from '@parley/core';

export type IntegrationsConfig = ReturnType<typeof loadServiceConfig>;

/** The environment variables with their types and defaults. */
export const environment = {
  PARLEY_LOG_LEVEL: envString('info'),
  PARLEY_RPC_SECRET: envString(undefined, 16),
  ...secretKeyVariables(),
  PARLEY_PUBLIC_URL: envUrl(['http', 'https']),
  PARLEY_NATS_URL: envNatsUrl(),
  PARLEY_NATS_PREFIX: envString('parley'),
  PARLEY_NATS_REPLICAS: envInt(1, 1, 5),
  PARLEY_INTEGRATIONS_DATABASE_URL: envUrl(['postgres', 'postgresql']),
  PARLEY_INTEGRATIONS_DATABASE_CONNECTIONS: envInt(10, 2, 500),
  PARLEY_USER_ADMIN_ADDRESSES: envList(),
  PARLEY_CHANNEL_ADDRESSES: envList(),
  PARLEY_MESSAGING_ADDRESSES: envList(),
  PARLEY_EXTERNAL_PICTURES: envChoice(['proxy', 'off'], 'proxy'),
  PARLEY_INTEGRATIONS_ALLOWED_HOSTS: envList([]),
  PARLEY_INTEGRATIONS_TIMEOUT_MS: envInt(10_000, 100, 60_000),
  PARLEY_INTEGRATIONS_RETRY_MS: envInt(5_000, 10, 3_600_000),
  PARLEY_INTEGRATIONS_RETRY_HOURS: envInt(24, 1, 720),
  PARLEY_INTEGRATIONS_PER_MINUTE: envInt(600, 1, 1_000_000),
  PARLEY_INTEGRATIONS_KEEP_DAYS: envInt(7, 1, 365),
  PARLEY_INTEGRATIONS_RPC_HOST: envString('127.0.0.1'),
  PARLEY_INTEGRATIONS_RPC_PORT: envInt(0, 0, 65_535),
  PARLEY_INTEGRATIONS_OPS_HOST: envString('127.0.0.1'),
  PARLEY_INTEGRATIONS_OPS_PORT: envInt(0, 0, 65_535),
};

/** Reads the environment variables of the service. @throws ConfigError naming every invalid value */
export function loadServiceConfig(env: NodeJS.ProcessEnv) {
  const read = loadConfig(environment, env);
  return {
    logLevel: read.PARLEY_LOG_LEVEL,
    rpcSecret: read.PARLEY_RPC_SECRET,
    secretKeys: secretKeysOf(read),
    /** URL at which people reach the server, without a slash at the end. */
    publicUrl: read.PARLEY_PUBLIC_URL.replace(/\/+$/, ''),
    nats: {
      url: read.PARLEY_NATS_URL,
      prefix: read.PARLEY_NATS_PREFIX,
      replicas: read.PARLEY_NATS_REPLICAS,
    },
    database: {
      url: read.PARLEY_INTEGRATIONS_DATABASE_URL,
      poolSize: read.PARLEY_INTEGRATIONS_DATABASE_CONNECTIONS,
    },
    addresses: {
      userAdmin: read.PARLEY_USER_ADMIN_ADDRESSES,
      channel: read.PARLEY_CHANNEL_ADDRESSES,
      messaging: read.PARLEY_MESSAGING_ADDRESSES,
    },
    /** Signs the addresses of pictures of other hosts, as messaging does; empty when this server does not pass them on. */
    pictureKey: read.PARLEY_EXTERNAL_PICTURES === 'proxy' ? read.PARLEY_SECRET_KEY : '',
    /** Rules for requests to the programs of outgoing bots. */
    outside: {
      allowed: new Set(read.PARLEY_INTEGRATIONS_ALLOWED_HOSTS),
      timeoutMs: read.PARLEY_INTEGRATIONS_TIMEOUT_MS,
    },
    outgoing: {
      /** Milliseconds before the second attempt of a delivery. The time doubles with each further attempt. */
      retryMs: read.PARLEY_INTEGRATIONS_RETRY_MS,
      /** Milliseconds after which a delivery that has not succeeded is not tried again. */
      giveUpMs: read.PARLEY_INTEGRATIONS_RETRY_HOURS * 3_600_000,
      /** Maximum number of requests per minute to the program of one bot. */
      perMinute: read.PARLEY_INTEGRATIONS_PER_MINUTE,
    },
    /** Days for which deliveries are kept that are finished. */
    keepDays: read.PARLEY_INTEGRATIONS_KEEP_DAYS,
    rpc: { host: read.PARLEY_INTEGRATIONS_RPC_HOST, port: read.PARLEY_INTEGRATIONS_RPC_PORT },
    ops: { host: read.PARLEY_INTEGRATIONS_OPS_HOST, port: read.PARLEY_INTEGRATIONS_OPS_PORT },
  };
}
