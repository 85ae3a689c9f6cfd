import { envInt, envNatsUrl, envString, envUrl, loadConfig } from '@parley/core';

export type RelayConfig = ReturnType<typeof loadServiceConfig>;

/** Definitions of the environment variables. */
export const environment = {
  PARLEY_LOG_LEVEL: envString('info'),
  PARLEY_NATS_URL: envNatsUrl(),
  PARLEY_NATS_PREFIX: envString('parley'),
  PARLEY_NATS_REPLICAS: envInt(1, 1, 5),
  PARLEY_RELAY_DATABASE_URL: envUrl(['postgres', 'postgresql']),
  PARLEY_RELAY_OPS_HOST: envString('127.0.0.1'),
  PARLEY_RELAY_OPS_PORT: envInt(0, 0, 65_535),
  PARLEY_RELAY_LOG_MAX_AGE_MS: envInt(7 * 86_400_000, 60_000),
  PARLEY_RELAY_LOG_MAX_BYTES: envInt(2 ** 30, 2 ** 20),
  PARLEY_RELAY_HELD_MAX_BYTES: envInt(64 * 2 ** 20, 2 ** 20),
  PARLEY_RELAY_WAL_RESERVE_BYTES: envInt(64 * 2 ** 20, 0),
  PARLEY_RELAY_SENDER_TIMEOUT_MS: envInt(5000, 1500, 60_000),
  PARLEY_RELAY_STANDBY_POLL_MS: envInt(200, 10, 10_000),
};

/** Reads the configuration from environment variables. @throws ConfigError that names every invalid variable */
export function loadServiceConfig(env: NodeJS.ProcessEnv) {
  const read = loadConfig(environment, env);
  return {
    logLevel: read.PARLEY_LOG_LEVEL,
    nats: { url: read.PARLEY_NATS_URL, prefix: read.PARLEY_NATS_PREFIX },
    storage: {
      replicas: read.PARLEY_NATS_REPLICAS,
      logMaxAgeMs: read.PARLEY_RELAY_LOG_MAX_AGE_MS,
      logMaxBytes: read.PARLEY_RELAY_LOG_MAX_BYTES,
    },
    database: { url: read.PARLEY_RELAY_DATABASE_URL, senderTimeoutMs: read.PARLEY_RELAY_SENDER_TIMEOUT_MS },
    ops: { host: read.PARLEY_RELAY_OPS_HOST, port: read.PARLEY_RELAY_OPS_PORT },
    maxPendingBytes: read.PARLEY_RELAY_HELD_MAX_BYTES,
    walReserveBytes: read.PARLEY_RELAY_WAL_RESERVE_BYTES,
    standbyPollMs: read.PARLEY_RELAY_STANDBY_POLL_MS,
  };
}
