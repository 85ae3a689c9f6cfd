import { envBool, envInt, envList, envNatsUrl, envString, envUrl, loadConfig } from '@parley/core';

export type ChannelConfig = ReturnType<typeof loadServiceConfig>;

/** The environment variables with their types and defaults. */
export const environment = {
  PARLEY_LOG_LEVEL: envString('info'),
  PARLEY_RPC_SECRET: envString(undefined, 16),
  PARLEY_NATS_URL: envNatsUrl(),
  PARLEY_NATS_PREFIX: envString('parley'),
  PARLEY_NATS_REPLICAS: envInt(1, 1, 5),
  PARLEY_PUBLIC_URL: envUrl(['http', 'https'], 'http://127.0.0.1:9991'),
  PARLEY_USER_ADMIN_ADDRESSES: envList(),
  PARLEY_MESSAGING_ADDRESSES: envList(),
  PARLEY_CHANNEL_DATABASE_URL: envUrl(['postgres', 'postgresql']),
  PARLEY_CHANNEL_DATABASE_CONNECTIONS: envInt(10, 2, 500),
  PARLEY_CHANNEL_RPC_HOST: envString('127.0.0.1'),
  PARLEY_CHANNEL_RPC_PORT: envInt(0, 0, 65_535),
  PARLEY_CHANNEL_OPS_HOST: envString('127.0.0.1'),
  PARLEY_CHANNEL_OPS_PORT: envInt(0, 0, 65_535),
  PARLEY_CHANNEL_WEB_PUBLIC: envBool(true),
};

/** Reads the environment variables of the service. @throws ConfigError naming every invalid value */
export function loadServiceConfig(env: NodeJS.ProcessEnv) {
  const read = loadConfig(environment, env);
  return {
    logLevel: read.PARLEY_LOG_LEVEL,
    rpcSecret: read.PARLEY_RPC_SECRET,
    nats: {
      url: read.PARLEY_NATS_URL,
      prefix: read.PARLEY_NATS_PREFIX,
      replicas: read.PARLEY_NATS_REPLICAS,
    },
    /** URL at which clients reach Parley, without a trailing slash. */
    publicUrl: read.PARLEY_PUBLIC_URL.replace(/\/+$/, ''),
    addresses: { userAdmin: read.PARLEY_USER_ADMIN_ADDRESSES, messaging: read.PARLEY_MESSAGING_ADDRESSES },
    database: { url: read.PARLEY_CHANNEL_DATABASE_URL, poolSize: read.PARLEY_CHANNEL_DATABASE_CONNECTIONS },
    rpc: { host: read.PARLEY_CHANNEL_RPC_HOST, port: read.PARLEY_CHANNEL_RPC_PORT },
    ops: { host: read.PARLEY_CHANNEL_OPS_HOST, port: read.PARLEY_CHANNEL_OPS_PORT },
    /** Whether the deployment allows web-public channels. The organization must allow them as well. */
    webPublicChannels: read.PARLEY_CHANNEL_WEB_PUBLIC,
  };
}
