import { envChoice, envInt, envList, envNatsUrl, envString, envUrl, loadConfig } from '@parley/core';

export type MessagingConfig = ReturnType<typeof loadServiceConfig>;

const port = () => envInt(0, 0, 65_535);

/**
 * The IDs with which messages may begin (docs/decisions/moving-in.md): those that fit into 32 bits, and those above imported messages,
 * with which they begin by default. In between they would be taken for times. The highest leaves room below 2^53.
 */
export const firstIds = { default: 2 ** 42, below: 2 ** 31, highest: 2 ** 52 } as const;

/** Returns the schema of the ID with which messages begin. */
const firstMessageId = () =>
  envInt(firstIds.default, 1, firstIds.highest)
    .refine(
      (id) => id < firstIds.below || id >= firstIds.default,
      `must be below ${firstIds.below}, or ${firstIds.default} or more`,
    )
    .meta({
      accepts: `whole number from 1 to ${firstIds.below - 1}, or from ${firstIds.default} to ${firstIds.highest}`,
    });

/** The environment variables with their types and defaults. */
export const environment = {
  PARLEY_LOG_LEVEL: envString('info'),
  PARLEY_RPC_SECRET: envString(undefined, 16),
  PARLEY_NATS_URL: envNatsUrl(),
  PARLEY_NATS_PREFIX: envString('parley'),
  PARLEY_NATS_REPLICAS: envInt(1, 1, 5),
  PARLEY_PUBLIC_URL: envUrl(['http', 'https'], 'http://127.0.0.1:9991'),
  PARLEY_USER_ADMIN_ADDRESSES: envList(),
  PARLEY_CHANNEL_ADDRESSES: envList(),
  PARLEY_UPLOAD_ADDRESSES: envList([]),
  PARLEY_SECRET_KEY: envString(''),
  PARLEY_FIRST_MESSAGE_ID: firstMessageId(),
  PARLEY_EXTERNAL_PICTURES: envChoice(['proxy', 'off'], 'proxy'),
  PARLEY_MESSAGING_DATABASE_URL: envUrl(['postgres', 'postgresql']),
  PARLEY_MESSAGING_DATABASE_CONNECTIONS: envInt(16, 2, 500),
  PARLEY_MESSAGING_RPC_HOST: envString('127.0.0.1'),
  PARLEY_MESSAGING_RPC_PORT: port(),
  PARLEY_MESSAGING_OPS_HOST: envString('127.0.0.1'),
  PARLEY_MESSAGING_OPS_PORT: port(),
  PARLEY_MESSAGING_SEND_STATEMENTS: envInt(4, 1, 64),
  PARLEY_MESSAGING_SEND_BATCH_ROWS: envInt(64, 1, 1_000),
  PARLEY_MESSAGING_SENDS_WAITING: envInt(4_096, 1, 1_000_000),
  PARLEY_MESSAGING_DUE_INTERVAL_MS: envInt(500, 10, 60_000),
  PARLEY_MESSAGING_PREVIEW_INTERVAL_MS: envInt(500, 10, 60_000),
  PARLEY_MESSAGING_SEARCH_INTERVAL_MS: envInt(700, 10, 60_000),
  PARLEY_MESSAGING_OPENSEARCH_URL: envUrl(['http', 'https'], ''),
  PARLEY_MESSAGING_OPENSEARCH_ALIAS: envString('parley-messages'),
  PARLEY_MESSAGING_OPENSEARCH_SHARDS: envInt(1, 1, 1_024),
  PARLEY_MESSAGING_OPENSEARCH_REPLICAS: envInt(1, 0, 16),
  PARLEY_MESSAGING_RETENTION_INTERVAL_MS: envInt(600_000, 100, 86_400_000),
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
    addresses: {
      userAdmin: read.PARLEY_USER_ADMIN_ADDRESSES,
      channel: read.PARLEY_CHANNEL_ADDRESSES,
      /** Addresses of the upload service. Empty in a deployment without one; images then appear as links. */
      upload: read.PARLEY_UPLOAD_ADDRESSES,
    },
    /** Signs URLs of other hosts' pictures. Empty when they appear as links. */
    pictureKey:
      read.PARLEY_EXTERNAL_PICTURES === 'proxy' && read.PARLEY_UPLOAD_ADDRESSES.length > 0
        ? read.PARLEY_SECRET_KEY
        : '',
    /** ID with which messages begin in a deployment that has used none yet. */
    firstMessageId: read.PARLEY_FIRST_MESSAGE_ID,
    database: {
      url: read.PARLEY_MESSAGING_DATABASE_URL,
      poolSize: read.PARLEY_MESSAGING_DATABASE_CONNECTIONS,
    },
    rpc: { host: read.PARLEY_MESSAGING_RPC_HOST, port: read.PARLEY_MESSAGING_RPC_PORT },
    ops: { host: read.PARLEY_MESSAGING_OPS_HOST, port: read.PARLEY_MESSAGING_OPS_PORT },
    dueIntervalMs: read.PARLEY_MESSAGING_DUE_INTERVAL_MS,
    /** Interval between searches for messages whose links get previews, milliseconds. */
    previewIntervalMs: read.PARLEY_MESSAGING_PREVIEW_INTERVAL_MS,
    /** Interval between searches for messages that the search index does not contain yet, milliseconds. */
    searchIntervalMs: read.PARLEY_MESSAGING_SEARCH_INTERVAL_MS,
    /** Where OpenSearch is, which keeps the search index; undefined where PostgreSQL does. */
    openSearch:
      read.PARLEY_MESSAGING_OPENSEARCH_URL === ''
        ? undefined
        : {
            url: read.PARLEY_MESSAGING_OPENSEARCH_URL,
            alias: read.PARLEY_MESSAGING_OPENSEARCH_ALIAS,
            shards: read.PARLEY_MESSAGING_OPENSEARCH_SHARDS,
            replicas: read.PARLEY_MESSAGING_OPENSEARCH_REPLICAS,
          },
    /** Interval between searches for expired messages, milliseconds. */
    retentionIntervalMs: read.PARLEY_MESSAGING_RETENTION_INTERVAL_MS,
    sending: {
      statements: read.PARLEY_MESSAGING_SEND_STATEMENTS,
      rows: read.PARLEY_MESSAGING_SEND_BATCH_ROWS,
      waiting: read.PARLEY_MESSAGING_SENDS_WAITING,
    },
  };
}
