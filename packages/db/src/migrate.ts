import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sleep } from '@parley/core';
import pg from 'pg';
import { MigrationError } from './migration-error.ts';
import { changeIndex, parseIndexChange } from './without-transaction.ts';

export type ServiceSchema = {
  /** Schema that the service owns. */
  schema: string;
  /** Login role that can access only this schema. */
  role: string;
  password: string;
  /** Folder of numbered `NNNN-name.sql` files. */
  migrations: string;
  /** Whether the role reads the replication slot. */
  replication?: boolean;
};

export type MigrateOptions = {
  /** URL with a role that may create roles and schemas. */
  adminUrl: string;
  services: readonly ServiceSchema[];
  /** Called before each migration runs. */
  onMigration?: (schema: string, name: string) => void;
  /** Called when this run waits for another run. */
  onWait?: () => void;
};

/** Folder of the migrations that all services share. They run first. */
const sharedMigrations = join(import.meta.dirname, '..', 'migrations');

/** Interval in milliseconds between checks whether another run has finished. */
const lockPollMs = 100;

/**
 * Brings roles, schemas and tables up to date. Migrations are numbered and forward only. Each runs in a transaction,
 * except changes that PostgreSQL refuses to run in one (`without-transaction.ts`). It is safe to repeat and to run
 * concurrently. A command runs it before the services start; replicas never do.
 * @throws MigrationError when the recorded history and the files disagree
 */
export async function migrate({ adminUrl, services, onMigration, onWait }: MigrateOptions): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'parley-migrate' });
  // When a connection is lost, the running statement rejects and so reports the error.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await takeRunLock(client, onWait);
    await client.query(`create schema if not exists migration`);
    await client.query(`create table if not exists migration.applied (
      schema text not null, number int not null, name text not null,
      applied_at timestamptz not null default now(), primary key (schema, number))`);
    await applyAll(client, 'log', sharedMigrations, undefined, onMigration);
    for (const service of services) await ensureRole(client, service);
    for (const service of services) {
      await applyAll(client, service.schema, service.migrations, service.role, onMigration);
    }
  } finally {
    await client.end();
  }
}

/**
 * Allows one run at a time, for as long as its connection lives. Other runs poll instead of waiting in the database.
 * The reason is that an index build waits for every statement that started before it, and a statement that waits for
 * this run would block it forever.
 */
async function takeRunLock(client: pg.Client, onWait: MigrateOptions['onWait']): Promise<void> {
  for (let attempts = 0; ; attempts++) {
    const { rows } = await client.query<{ is_ours: boolean }>(
      'select pg_try_advisory_lock(7305804401) as is_ours',
    );
    if (rows[0]!.is_ours) return;
    if (attempts === 0) onWait?.();
    await sleep(lockPollMs);
  }
}

async function ensureRole(client: pg.Client, { schema, role, password, replication }: ServiceSchema) {
  const id = pg.escapeIdentifier;
  const { rows } = await client.query('select 1 from pg_roles where rolname = $1', [role]);
  if (rows.length === 0) {
    await client.query(`create role ${id(role)} login`).catch((error: { code?: string }) => {
      // A run for another database of the server has created it.
      if (error.code !== '42710' && error.code !== '23505') throw error;
    });
  }
  await client.query(
    `alter role ${id(role)} login ${replication ? 'replication' : ''} password ${pg.escapeLiteral(password)}`,
  );
  await client.query(`alter role ${id(role)} set search_path = ${id(schema)}, log`);
  await client.query(`grant ${id(role)} to current_user`);
  await client.query(`create schema if not exists ${id(schema)} authorization ${id(role)}`);
}

async function applyAll(
  client: pg.Client,
  schema: string,
  folder: string,
  role: string | undefined,
  onMigration: MigrateOptions['onMigration'],
): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const { rows } = await client.query<{ number: number; name: string }>(
    'select number, name from migration.applied where schema = $1 order by number',
    [schema],
  );
  const pending = await Promise.all(
    pendingMigrations(schema, files, rows).map(async ({ number, name }) => {
      const text = await readFile(join(folder, name), 'utf8');
      return { number, name, text, indexChange: parseIndexChange(`${schema}/${name}`, text) };
    }),
  );
  for (const { number, name, text, indexChange } of pending) {
    onMigration?.(schema, name);
    const record = () =>
      client.query('insert into migration.applied (schema, number, name) values ($1, $2, $3)', [
        schema,
        number,
        name,
      ]);
    try {
      if (indexChange) {
        await changeIndex(client, schema, role, indexChange);
        await record();
      } else await inTransaction(client, schema, role, text, record);
    } catch (error) {
      throw new MigrationError(`Migration ${schema}/${name} failed: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
}

async function inTransaction(
  client: pg.Client,
  schema: string,
  role: string | undefined,
  text: string,
  record: () => Promise<unknown>,
): Promise<void> {
  await client.query('begin');
  try {
    if (role) await client.query(`set local role ${pg.escapeIdentifier(role)}`);
    await client.query(`set local search_path = ${pg.escapeIdentifier(schema)}, log`);
    await client.query(text);
    await client.query('reset role');
    await record();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Returns the files that must still run. The recorded ones must be the first files, in order and without a gap. */
export function pendingMigrations(
  schema: string,
  files: readonly string[],
  applied: readonly { number: number; name: string }[],
): { number: number; name: string }[] {
  const numbered = files.map((name, index) => {
    const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]);
    if (number !== index + 1)
      throw new MigrationError(`Migration ${schema}/${name} should have number ${index + 1}.`);
    return { number, name };
  });
  applied.forEach((row, index) => {
    const file = numbered[index];
    if (row.number !== index + 1)
      throw new MigrationError(`The database misses migration ${index + 1} of ${schema}.`);
    // When the database has more migrations than there are files, a later release migrated it. This release tolerates
    // that.
    if (file && file.name !== row.name) {
      throw new MigrationError(
        `Migration ${index + 1} of ${schema} is ${row.name} there and ${file.name} here.`,
      );
    }
  });
  return numbered.slice(applied.length);
}
