import { randomBytes } from 'node:crypto';
import { roleOf, type SchemaOwner } from '@parley/core';
import { migrate } from '@parley/db';
import pg from 'pg';
import { rolePassword, serviceSchemas } from './roles.ts';
import type { ServerUrls } from './servers.ts';
import { sharedServers } from './shared-servers.ts';

/** Name of the migrated database from which the database of each test is cloned. */
const templateDatabase = 'parley_template';

/** A separate database for one test, cloned from the migrated template. */
export type TestDatabase = AsyncDisposable & {
  name: string;
  adminUrl: string;
  /** Returns the connection URL for the role of a service. */
  urlOf(owner: SchemaOwner): string;
  drop(): Promise<void>;
};

/** Returns a unique name, for instance for a database or as a prefix of NATS subjects, streams and buckets. */
export const uniqueName = (stem: string): string => `${stem}_${randomBytes(6).toString('hex')}`;

/**
 * Creates a database for a test as a clone of the template. PostgreSQL refuses to clone a template that has other sessions, so
 * a lock serializes the clones. The strategy `file_copy` takes a third of the processor time of the default, which writes every
 * block to the WAL.
 * @param locale the end of `create database` with a locale, such as `locale 'C'`. Such a database is no clone, and takes seconds
 */
export async function createTestDatabase(
  servers: ServerUrls = sharedServers(),
  locale?: string,
): Promise<TestDatabase> {
  const name = uniqueName('test');
  await asAdmin(servers.postgres, async (admin) => {
    if (locale !== undefined) {
      await admin.query(`create database ${name} template template0 encoding 'UTF8' ${locale}`);
      await migrate({ adminUrl: databaseUrl(servers.postgres, name), services: serviceSchemas() });
      return;
    }
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
      // The relay, which copies events from the WAL, uses replication connections, which PgBouncer does not support.
      if (servers.poolerPort && owner !== 'relay') url.port = String(servers.poolerPort);
      return url.href;
    },
    drop,
    [Symbol.asyncDispose]: drop,
  };
}

/** The caller must hold the lock. A failed migration leaves no template, so the next call starts again. */
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

/** Drops the replication slots of a database. Retries while the walsender of a stopped relay still uses one. */
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
