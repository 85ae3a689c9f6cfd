import { randomBytes } from 'node:crypto';
import { roleOf, type SchemaOwner } from '@parley/core';
import { migrate } from '@parley/db';
import pg from 'pg';
import { rolePassword, serviceSchemas } from './roles.ts';
import type { ServerUrls } from './servers.ts';
import { sharedServers } from './shared-servers.ts';

/** Name of the migrated database from which the database of each test is cloned. */
const templateDatabase = 'parley_template';

/** The separate database of a test, cloned from the migrated template. */
export type TestDatabase = AsyncDisposable & {
  name: string;
  /** Connection URL of the administrator. */
  adminUrl: string;
  /** Returns the connection URL of a service's role. */
  urlOf(owner: SchemaOwner): string;
  drop(): Promise<void>;
};

/** Returns a unique prefix for NATS subjects, streams and buckets, or a unique database name. */
export const uniqueName = (stem: string): string => `${stem}_${randomBytes(6).toString('hex')}`;

/**
 * Clones the template. PostgreSQL forbids other sessions on a template during this, so a lock serializes clones. The
 * files are copied: the default writes every block to the WAL, which takes three times the processor time.
 */
export async function createTestDatabase(servers: ServerUrls = sharedServers()): Promise<TestDatabase> {
  const name = uniqueName('test');
  await asAdmin(servers.postgres, async (admin) => {
    await admin.query('select pg_advisory_lock(424242)');
    await ensureTemplate(admin, servers.postgres);
    await admin.query(`create database ${name} template ${templateDatabase} strategy file_copy`);
  });
  const drop = () =>
    asAdmin(servers.postgres, async (admin) => {
      await dropSlots(admin, name);
      await admin.query(`drop database if exists ${name} with (force)`);
    });
  const urlFor = (user?: string, password?: string) => databaseUrl(servers.postgres, name, user, password);
  return {
    name,
    adminUrl: urlFor(),
    urlOf(owner) {
      const url = new URL(urlFor(roleOf(owner), rolePassword));
      // The relay replicates, which no pooler passes on.
      if (servers.poolerPort && owner !== 'relay') url.port = String(servers.poolerPort);
      return url.href;
    },
    drop,
    [Symbol.asyncDispose]: drop,
  };
}

/** Migrates the template on first use, while the caller holds the lock. Recreates a template whose migration failed. */
async function ensureTemplate(admin: pg.Client, serverUrl: string): Promise<void> {
  const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [templateDatabase]);
  if (rowCount) return;
  const draft = `${templateDatabase}_draft`;
  await admin.query(`drop database if exists ${draft} with (force)`);
  await admin.query(`create database ${draft}`);
  await migrate({ adminUrl: databaseUrl(serverUrl, draft), services: serviceSchemas() });
  await admin.query(`alter database ${draft} rename to ${templateDatabase}`);
}

function databaseUrl(serverUrl: string, name: string, user?: string, password?: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  // On a busy machine, PostgreSQL can take several seconds to start the process of a connection.
  url.searchParams.set('connect_timeout', '60');
  if (user) url.username = user;
  if (password) url.password = password;
  return url.href;
}

/**
 * Drops the slots of a database, because PostgreSQL refuses to drop a database that has one. The walsender of a stopped
 * relay may use the slot for a short time.
 */
async function dropSlots(admin: pg.Client, database: string): Promise<void> {
  for (;;) {
    await admin.query(
      'select pg_terminate_backend(active_pid) from pg_replication_slots where database = $1 and active_pid is not null',
      [database],
    );
    const { rowCount } = await admin
      .query('select pg_drop_replication_slot(slot_name) from pg_replication_slots where database = $1', [
        database,
      ])
      .catch((error: { code?: string }) => {
        if (error.code === '55006') return { rowCount: 1 };
        throw error;
      });
    if (rowCount === 0) return;
  }
}

async function asAdmin(url: string, fn: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await fn(client);
  } finally {
    await client.end();
  }
}
