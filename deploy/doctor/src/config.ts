import { envInt, envNatsUrl, envString, envUrl, loadConfig } from '@parley/core';
import { z } from 'zod';
import type { OpenSearchPlace } from './opensearch.ts';
import type { PushConfig } from './push.ts';

export type DoctorConfig = {
  /** URL of an administrator, with which the doctor reads the rights of roles and the applied migrations. */
  databaseUrl: string;
  /** URL with which the relay connects. If undefined, this connection is not checked. */
  relayDatabaseUrl: string | undefined;
  /** Maximum number of database connections that the pools of all services' replicas open together; undefined if unknown. */
  databaseConnections: number | undefined;
  nats: { url: string; prefix: string; replicas: number };
  /** HTTP monitoring addresses of the NATS servers. Only these report the setting `sync_interval`. */
  natsMonitoringUrls: readonly string[];
  /** URL of the mail server; empty without one. */
  smtpUrl: string;
  /** Configuration of the push services for phones. */
  push: PushConfig;
  /** Where messaging keeps the search index; an empty URL where that is PostgreSQL. */
  openSearch: OpenSearchPlace;
  /** Folder with the migrations of this release (see `@parley/migrate`); undefined in a source tree. */
  migrationsDir: string | undefined;
  /** Path of the file that configures sign-in methods; undefined without one. */
  signInFile: string | undefined;
};

const variables = {
  PARLEY_DATABASE_URL: envUrl(['postgres', 'postgresql']),
  PARLEY_RELAY_DATABASE_URL: envString(''),
  PARLEY_DATABASE_CONNECTIONS: envInt(0),
  PARLEY_NATS_URL: envNatsUrl(),
  PARLEY_NATS_PREFIX: envString('parley'),
  PARLEY_NATS_REPLICAS: envInt(1, 1, 5),
  PARLEY_NATS_MONITORING_URLS: envString(''),
  PARLEY_SMTP_URL: z.union([z.literal(''), envUrl(['smtp', 'smtps'])]).default(''),
  PARLEY_FCM_CREDENTIALS_FILE: envString('', 0),
  PARLEY_APNS_KEY_FILE: envString('', 0),
  PARLEY_APNS_KEY_ID: envString('', 0),
  PARLEY_APNS_TEAM_ID: envString('', 0),
  PARLEY_APNS_TOPIC: envString('', 0),
  PARLEY_PUSH_FORWARDER_URL: envString('', 0),
  PARLEY_MESSAGING_OPENSEARCH_URL: z.union([z.literal(''), envUrl(['http', 'https'])]).default(''),
  PARLEY_MESSAGING_OPENSEARCH_ALIAS: envString('parley-messages'),
  PARLEY_MIGRATIONS_DIR: envString(''),
  PARLEY_SIGN_IN_FILE: envString(''),
};

/** @throws ConfigError with a list of all invalid values */
export function loadDoctorConfig(env: NodeJS.ProcessEnv): DoctorConfig {
  const read = loadConfig(variables, env);
  return {
    databaseUrl: read.PARLEY_DATABASE_URL,
    relayDatabaseUrl: read.PARLEY_RELAY_DATABASE_URL || undefined,
    databaseConnections: read.PARLEY_DATABASE_CONNECTIONS || undefined,
    nats: {
      url: read.PARLEY_NATS_URL,
      prefix: read.PARLEY_NATS_PREFIX,
      replicas: read.PARLEY_NATS_REPLICAS,
    },
    natsMonitoringUrls: read.PARLEY_NATS_MONITORING_URLS.split(',')
      .map((url) => url.trim())
      .filter((url) => url !== ''),
    smtpUrl: read.PARLEY_SMTP_URL,
    push: {
      fcmFile: read.PARLEY_FCM_CREDENTIALS_FILE,
      apns: {
        file: read.PARLEY_APNS_KEY_FILE,
        keyId: read.PARLEY_APNS_KEY_ID,
        teamId: read.PARLEY_APNS_TEAM_ID,
        topic: read.PARLEY_APNS_TOPIC,
      },
      forwarderUrl: read.PARLEY_PUSH_FORWARDER_URL,
    },
    openSearch: {
      url: read.PARLEY_MESSAGING_OPENSEARCH_URL,
      alias: read.PARLEY_MESSAGING_OPENSEARCH_ALIAS,
    },
    migrationsDir: read.PARLEY_MIGRATIONS_DIR || undefined,
    signInFile: read.PARLEY_SIGN_IN_FILE || undefined,
  };
}
