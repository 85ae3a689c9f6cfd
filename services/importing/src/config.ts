import { envInt, envList, envNatsUrl, envString, envUrl, loadConfig } from '@parley/core';

export type ImportingConfig = ReturnType<typeof loadServiceConfig>;

export const environment = {
  PARLEY_LOG_LEVEL: envString('info'),
  PARLEY_RPC_SECRET: envString(undefined, 16),
  PARLEY_PUBLIC_URL: envUrl(['http', 'https']),
  PARLEY_NATS_URL: envNatsUrl(),
  PARLEY_NATS_PREFIX: envString('parley'),
  PARLEY_IMPORTING_DATABASE_URL: envUrl(['postgres', 'postgresql']),
  PARLEY_IMPORTING_DATABASE_CONNECTIONS: envInt(10, 2, 500),
  PARLEY_IMPORTING_DIR: envString(''),
  PARLEY_IMPORTING_MAX_GIB: envInt(2_048, 1, 1_000_000),
  PARLEY_USER_ADMIN_ADDRESSES: envList(),
  PARLEY_CHANNEL_ADDRESSES: envList(),
  PARLEY_MESSAGING_ADDRESSES: envList(),
  PARLEY_UPLOAD_ADDRESSES: envList(),
  PARLEY_EVENT_QUEUE_ADDRESSES: envList(),
  PARLEY_IMPORTING_RPC_HOST: envString('127.0.0.1'),
  PARLEY_IMPORTING_RPC_PORT: envInt(0, 0, 65_535),
  PARLEY_IMPORTING_OPS_HOST: envString('127.0.0.1'),
  PARLEY_IMPORTING_OPS_PORT: envInt(0, 0, 65_535),
};

/** Reads the configuration from environment variables. @throws ConfigError that lists every invalid or missing variable */
export function loadServiceConfig(env: NodeJS.ProcessEnv) {
  const read = loadConfig(environment, env);
  return {
    logLevel: read.PARLEY_LOG_LEVEL,
    rpcSecret: read.PARLEY_RPC_SECRET,
    publicUrl: read.PARLEY_PUBLIC_URL.replace(/\/+$/, ''),
    nats: { url: read.PARLEY_NATS_URL, prefix: read.PARLEY_NATS_PREFIX },
    database: {
      url: read.PARLEY_IMPORTING_DATABASE_URL,
      poolSize: read.PARLEY_IMPORTING_DATABASE_CONNECTIONS,
    },
    /** Folder for archives that are unpacked or uploaded; empty for the system's temporary folder. */
    folder: read.PARLEY_IMPORTING_DIR,
    /** Size of an archive when it is unpacked, in bytes. */
    maxBytes: read.PARLEY_IMPORTING_MAX_GIB * 2 ** 30,
    addresses: {
      userAdmin: read.PARLEY_USER_ADMIN_ADDRESSES,
      channel: read.PARLEY_CHANNEL_ADDRESSES,
      messaging: read.PARLEY_MESSAGING_ADDRESSES,
      upload: read.PARLEY_UPLOAD_ADDRESSES,
      eventQueue: read.PARLEY_EVENT_QUEUE_ADDRESSES,
    },
    rpc: { host: read.PARLEY_IMPORTING_RPC_HOST, port: read.PARLEY_IMPORTING_RPC_PORT },
    ops: { host: read.PARLEY_IMPORTING_OPS_HOST, port: read.PARLEY_IMPORTING_OPS_PORT },
  };
}
