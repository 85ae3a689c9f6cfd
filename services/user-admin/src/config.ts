import { envChoice, envInt, envString, envUrl, loadConfig } from '@parley/core';

const shape = {
  PARLEY_ENV: envChoice(['development', 'production', 'test'], 'production'),
  PARLEY_LOG_LEVEL: envString('info'),
  PARLEY_RPC_SECRET: envString(undefined, 16),
  PARLEY_SECRET_KEY: envString(undefined, 32),
  PARLEY_PUBLIC_URL: envUrl(['http', 'https']),
  PARLEY_USER_ADMIN_DATABASE_URL: envUrl(['postgres', 'postgresql']),
  PARLEY_USER_ADMIN_DATABASE_POOL_SIZE: envInt(10, 2, 200),
  PARLEY_USER_ADMIN_RPC_HOST: envString('127.0.0.1'),
  PARLEY_USER_ADMIN_RPC_PORT: envInt(0, 0, 65_535),
  PARLEY_USER_ADMIN_OPS_HOST: envString('127.0.0.1'),
  PARLEY_USER_ADMIN_OPS_PORT: envInt(0, 0, 65_535),
};

/** Configuration of the service, grouped by what uses it. */
export type UserAdminConfig = {
  /** DevFetchApiKey answers only here. */
  isDevelopment: boolean;
  logLevel: string;
  /** Where clients reach the server, without a slash at the end. */
  publicUrl: string;
  /** Host name of made-up addresses (`user{id}@{host}`). */
  host: string;
  /** Seals API keys. */
  secretKey: string;
  database: { url: string; poolSize: number };
  rpc: { host: string; port: number; secret: string };
  ops: { host: string; port: number };
};

/** @throws ConfigError naming every bad value */
export function loadServiceConfig(env: NodeJS.ProcessEnv): UserAdminConfig {
  const values = loadConfig(shape, env);
  return {
    isDevelopment: values.PARLEY_ENV === 'development',
    logLevel: values.PARLEY_LOG_LEVEL,
    publicUrl: values.PARLEY_PUBLIC_URL.replace(/\/+$/, ''),
    host: new URL(values.PARLEY_PUBLIC_URL).hostname,
    secretKey: values.PARLEY_SECRET_KEY,
    database: {
      url: values.PARLEY_USER_ADMIN_DATABASE_URL,
      poolSize: values.PARLEY_USER_ADMIN_DATABASE_POOL_SIZE,
    },
    rpc: {
      host: values.PARLEY_USER_ADMIN_RPC_HOST,
      port: values.PARLEY_USER_ADMIN_RPC_PORT,
      secret: values.PARLEY_RPC_SECRET,
    },
    ops: { host: values.PARLEY_USER_ADMIN_OPS_HOST, port: values.PARLEY_USER_ADMIN_OPS_PORT },
  };
}
