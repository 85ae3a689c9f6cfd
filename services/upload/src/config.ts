import { envInt, envString, envUrl, loadConfig } from '@parley/core';

export type UploadConfig = ReturnType<typeof loadServiceConfig>;

/** Reads the environment. @throws ConfigError naming every bad value. */
export function loadServiceConfig(env: NodeJS.ProcessEnv) {
  const read = loadConfig(
    {
      PARLEY_LOG_LEVEL: envString('info'),
      PARLEY_RPC_SECRET: envString(undefined, 16),
      PARLEY_UPLOAD_DATABASE_URL: envUrl(['postgres', 'postgresql']),
      PARLEY_UPLOAD_DATABASE_CONNECTIONS: envInt(10, 2, 500),
      PARLEY_UPLOAD_RPC_HOST: envString('127.0.0.1'),
      PARLEY_UPLOAD_RPC_PORT: envInt(0, 0, 65_535),
      PARLEY_UPLOAD_OPS_HOST: envString('127.0.0.1'),
      PARLEY_UPLOAD_OPS_PORT: envInt(0, 0, 65_535),
    },
    env,
  );
  return {
    logLevel: read.PARLEY_LOG_LEVEL,
    rpcSecret: read.PARLEY_RPC_SECRET,
    database: { url: read.PARLEY_UPLOAD_DATABASE_URL, poolSize: read.PARLEY_UPLOAD_DATABASE_CONNECTIONS },
    rpc: { host: read.PARLEY_UPLOAD_RPC_HOST, port: read.PARLEY_UPLOAD_RPC_PORT },
    ops: { host: read.PARLEY_UPLOAD_OPS_HOST, port: read.PARLEY_UPLOAD_OPS_PORT },
  };
}
