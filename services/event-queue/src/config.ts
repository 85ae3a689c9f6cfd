import { ConfigError, envInt, envList, envNatsUrl, envString, loadConfig } from '@parley/core';

export type EventQueueConfig = {
  logLevel: string;
  rpcSecret: string;
  nats: { url: string; prefix: string; replicas: number };
  userAdminAddresses: readonly string[];
  rpc: { host: string; port: number };
  ops: { host: string; port: number };
  /** Memory for the newest part of the event log, in bytes. */
  windowBytes: number;
  /** Memory for decoded events and their rendered JSON, in bytes. */
  textsBytes: number;
  /** Memory for older parts of the event log, in bytes. */
  pagesBytes: number;
  idle: { defaultSeconds: number; minSeconds: number; maxSeconds: number };
  /** Time in milliseconds after which a waiting poll gets a heartbeat. A random time of up to `jitterMs` is added. */
  heartbeat: { afterMs: number; jitterMs: number };
  limits: { queuesPerPerson: number; queues: number; waitingPolls: number };
  /** Limits of the answer to one poll. */
  answer: { maxEvents: number; maxBytes: number };
};

/** Definitions of the environment variables. */
export const environment = {
  PARLEY_LOG_LEVEL: envString('info'),
  PARLEY_RPC_SECRET: envString(undefined, 16),
  PARLEY_NATS_URL: envNatsUrl(),
  PARLEY_NATS_PREFIX: envString('parley'),
  PARLEY_NATS_REPLICAS: envInt(1, 1, 5),
  PARLEY_USER_ADMIN_ADDRESSES: envList(),
  PARLEY_EVENT_QUEUE_RPC_HOST: envString('127.0.0.1'),
  PARLEY_EVENT_QUEUE_RPC_PORT: envInt(0, 0, 65_535),
  PARLEY_EVENT_QUEUE_OPS_HOST: envString('127.0.0.1'),
  PARLEY_EVENT_QUEUE_OPS_PORT: envInt(0, 0, 65_535),
  PARLEY_EVENT_QUEUE_WINDOW_BYTES: envInt(128 * 2 ** 20, 2 ** 16),
  PARLEY_EVENT_QUEUE_TEXTS_BYTES: envInt(32 * 2 ** 20, 2 ** 16),
  PARLEY_EVENT_QUEUE_PAGES_BYTES: envInt(32 * 2 ** 20, 2 ** 16),
  PARLEY_EVENT_QUEUE_IDLE_DEFAULT_SECONDS: envInt(600, 1),
  PARLEY_EVENT_QUEUE_IDLE_MIN_SECONDS: envInt(10, 1),
  PARLEY_EVENT_QUEUE_IDLE_MAX_SECONDS: envInt(7 * 86_400, 1),
  PARLEY_EVENT_QUEUE_HEARTBEAT_MS: envInt(35_000, 100),
  PARLEY_EVENT_QUEUE_HEARTBEAT_JITTER_MS: envInt(10_000, 0),
  PARLEY_EVENT_QUEUE_MAX_PER_PERSON: envInt(200, 1),
  PARLEY_EVENT_QUEUE_MAX_QUEUES: envInt(1_000_000, 1),
  PARLEY_EVENT_QUEUE_MAX_WAITING: envInt(50_000, 1),
  PARLEY_EVENT_QUEUE_ANSWER_EVENTS: envInt(1_000, 1, 10_000),
  PARLEY_EVENT_QUEUE_ANSWER_BYTES: envInt(2 ** 20, 1_000, 16 * 2 ** 20),
};

/** Reads the configuration from environment variables. @throws ConfigError that names every invalid variable */
export function loadServiceConfig(env: NodeJS.ProcessEnv): EventQueueConfig {
  const read = loadConfig(environment, env);
  const idle = {
    defaultSeconds: read.PARLEY_EVENT_QUEUE_IDLE_DEFAULT_SECONDS,
    minSeconds: read.PARLEY_EVENT_QUEUE_IDLE_MIN_SECONDS,
    maxSeconds: read.PARLEY_EVENT_QUEUE_IDLE_MAX_SECONDS,
  };
  if (idle.minSeconds > idle.defaultSeconds || idle.defaultSeconds > idle.maxSeconds) {
    throw new ConfigError(['PARLEY_EVENT_QUEUE_IDLE_*_SECONDS: must be ordered min, default, max']);
  }
  return {
    logLevel: read.PARLEY_LOG_LEVEL,
    rpcSecret: read.PARLEY_RPC_SECRET,
    nats: { url: read.PARLEY_NATS_URL, prefix: read.PARLEY_NATS_PREFIX, replicas: read.PARLEY_NATS_REPLICAS },
    userAdminAddresses: read.PARLEY_USER_ADMIN_ADDRESSES,
    rpc: { host: read.PARLEY_EVENT_QUEUE_RPC_HOST, port: read.PARLEY_EVENT_QUEUE_RPC_PORT },
    ops: { host: read.PARLEY_EVENT_QUEUE_OPS_HOST, port: read.PARLEY_EVENT_QUEUE_OPS_PORT },
    windowBytes: read.PARLEY_EVENT_QUEUE_WINDOW_BYTES,
    textsBytes: read.PARLEY_EVENT_QUEUE_TEXTS_BYTES,
    pagesBytes: read.PARLEY_EVENT_QUEUE_PAGES_BYTES,
    idle,
    heartbeat: {
      afterMs: read.PARLEY_EVENT_QUEUE_HEARTBEAT_MS,
      jitterMs: read.PARLEY_EVENT_QUEUE_HEARTBEAT_JITTER_MS,
    },
    limits: {
      queuesPerPerson: read.PARLEY_EVENT_QUEUE_MAX_PER_PERSON,
      queues: read.PARLEY_EVENT_QUEUE_MAX_QUEUES,
      waitingPolls: read.PARLEY_EVENT_QUEUE_MAX_WAITING,
    },
    answer: {
      maxEvents: read.PARLEY_EVENT_QUEUE_ANSWER_EVENTS,
      maxBytes: read.PARLEY_EVENT_QUEUE_ANSWER_BYTES,
    },
  };
}
