import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backoff, errorCode, errorMessage, firstItem, sleep } from '@parley/core';
import pg from 'pg';
import { MigrationError } from './migration-error.ts';
import { changeIndex, parseIndexChange } from './without-transaction.ts';

export type ServiceSchema = {
  schema: string;
  /** Login role of the service. It owns the schema. */
  role: string;
  password: string;
  /** PostgreSQL settings that all connections of the role get. */
  settings?: Readonly<Record<string, string>>;
  /** Folder with the migrations: numbered files `NNNN-name.sql`. */
  migrations: string;
  /** Whether the role may use replication slots. */
  replication?: boolean;
};

export type MigrateOptions = {
  /** URL of the database, with a role that may create roles and schemas. */
  adminUrl: string;
  services: readonly ServiceSchema[];
  /** Folder with the migrations that all services share. They run first. Default: those of this release. */
  sharedMigrations?: string;
  onMigration?: (schema: string, name: string) => void;
  /** Called once when this run has to wait for another run. */
  onWait?: () => void;
  /** Called when a migration could not get a lock in time and will be repeated. */
  onLocked?: (schema: string, name: string) => void;
  /** Maximum time that a statement waits for a lock, in milliseconds. */
  lockTimeoutMs?: number;
};

const ownSharedMigrations = join(import.meta.dirname, '..', 'migrations');

/** Interval in milliseconds between checks whether another run has finished. */
const lockPollMs = 100;

/** Milliseconds to wait for a lock, during which all later statements on the table wait, too. The migration is repeated instead. */
const defaultLockTimeoutMs = 3_000;
const lockRetry = { baseMs: 500, maxMs: 10_000 };
/** Maximum number of attempts of a migration that gets no lock. Together they take about ten minutes. */
const lockAttempts = 50;
/** SQLSTATE of a statement that waited longer than `lock_timeout`. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Creates and updates roles, schemas and tables. Migrations are numbered and forward only. Each one runs in a transaction,
 * except changes that PostgreSQL does not allow in one (`without-transaction.ts`). The whole run is idempotent, and concurrent
 * runs wait for each other. A command runs this function before the services start.
 * @throws MigrationError when the recorded migrations and the files do not match, or a migration fails
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const { adminUrl, services, sharedMigrations = ownSharedMigrations, onWait } = options;
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'parley-migrate' });
  // Without a listener, a lost connection would end the process. The running statement rejects with the error.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await takeRunLock(client, onWait);
    await client.query(`create schema if not exists migration`);
    await client.query(`create table if not exists migration.applied (
      schema text not null, number int not null, name text not null,
      applied_at timestamptz not null default now(), primary key (schema, number))`);
    await client.query('alter table migration.applied add column if not exists checksum text');
    await applyAll(client, options, { schema: 'log', folder: sharedMigrations, role: undefined });
    for (const service of services) await ensureRole(client, service);
    for (const service of services) {
      const { schema, migrations: folder, role } = service;
      await applyAll(client, options, { schema, folder, role });
    }
  } finally {
    await client.end();
  }
}

/**
 * Takes the lock that allows one run at a time. It lasts as long as the connection. When another run holds it, this run polls
 * instead of waiting in the database: building an index waits for all statements that started before, so a statement that waits
 * for the lock would block the other run forever.
 */
async function takeRunLock(client: pg.Client, onWait: MigrateOptions['onWait']): Promise<void> {
  for (let attempts = 0; ; attempts++) {
    const { rows } = await client.query<{ is_ours: boolean }>(
      'select pg_try_advisory_lock(7305804401) as is_ours',
    );
    if (firstItem(rows).is_ours) return;
    if (attempts === 0) onWait?.();
    await sleep(lockPollMs);
  }
}

async function ensureRole(client: pg.Client, service: ServiceSchema) {
  const { schema, role, password, replication, settings = {} } = service;
  const id = pg.escapeIdentifier;
  const { rows } = await client.query('select 1 from pg_roles where rolname = $1', [role]);
  if (rows.length === 0) {
    await client.query(`create role ${id(role)} login`).catch((error: { code?: string }) => {
      // Another run, for another database of the same server, has created the role since the check.
      if (error.code !== '42710' && error.code !== '23505') throw error;
    });
  }
  await client.query(
    `alter role ${id(role)} login ${replication ? 'replication' : ''} password ${pg.escapeLiteral(password)}`,
  );
  await client.query(`alter role ${id(role)} set search_path = ${id(schema)}, log`);
  for (const [name, value] of Object.entries(settings))
    await client.query(`alter role ${id(role)} set ${id(name)} = ${pg.escapeLiteral(value)}`);
  await client.query(`grant ${id(role)} to current_user`);
  await client.query(`create schema if not exists ${id(schema)} authorization ${id(role)}`);
}

type Applied = { number: number; name: string; checksum: string | null };

async function applyAll(
  client: pg.Client,
  options: MigrateOptions,
  { schema, folder, role }: { schema: string; folder: string; role: string | undefined },
): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const { rows } = await client.query<Applied>(
    'select number, name, checksum from migration.applied where schema = $1 order by number',
    [schema],
  );
  await compareApplied(client, { schema, folder, files }, rows);
  const pending = await Promise.all(
    pendingMigrations(schema, files, rows).map(async ({ number, name }) => {
      const text = await readFile(join(folder, name), 'utf8');
      return { number, name, text, indexChange: parseIndexChange(`${schema}/${name}`, text) };
    }),
  );
  for (const { number, name, text, indexChange } of pending) {
    options.onMigration?.(schema, name);
    const record = () =>
      client.query('insert into migration.applied (schema, number, name, checksum) values ($1, $2, $3, $4)', [
        schema,
        number,
        name,
        checksumOf(text),
      ]);
    try {
      if (indexChange) {
        await changeIndex(client, schema, role, indexChange);
        await record();
      } else {
        await untilUnlocked(options, { schema, name }, () =>
          inTransaction(client, { schema, role, text, lockTimeoutMs: options.lockTimeoutMs }, record),
        );
      }
    } catch (error) {
      throw new MigrationError(`Migration ${schema}/${name} failed: ${errorMessage(error)}`, {
        cause: error,
      });
    }
  }
}

/** Runs a migration. Repeats it when it could not get a lock in time. */
async function untilUnlocked(
  { onLocked }: MigrateOptions,
  { schema, name }: { schema: string; name: string },
  run: () => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (errorCode(error) !== LOCK_NOT_AVAILABLE || attempt === lockAttempts) throw error;
      onLocked?.(schema, name);
      await sleep(backoff(attempt, lockRetry));
    }
  }
}

/**
 * Compares applied migrations with their files. Records the checksums of migrations that an earlier release applied without
 * one.
 * @throws MigrationError when a file has changed since it was applied
 */
async function compareApplied(
  client: pg.Client,
  { schema, folder, files }: { schema: string; folder: string; files: readonly string[] },
  applied: readonly Applied[],
): Promise<void> {
  for (const { number, name, checksum } of applied) {
    if (!files.includes(name)) continue;
    const present = checksumOf(await readFile(join(folder, name), 'utf8'));
    if (checksum === null) {
      await client.query('update migration.applied set checksum = $3 where schema = $1 and number = $2', [
        schema,
        number,
        present,
      ]);
    } else if (checksum !== present) {
      throw new MigrationError(
        `Migration ${schema}/${name} has changed since it was applied. Restore the file, and make the change in a new migration.`,
      );
    }
  }
}

/** Returns the checksum of a migration's statements. Comments and whitespace do not count, so they may change after a release. */
function checksumOf(text: string): string {
  const statements = text.replace(/--.*$/gm, '').replace(/\s+/g, '');
  return createHash('sha256').update(statements).digest('hex');
}

type Transaction = {
  schema: string;
  role: string | undefined;
  text: string;
  lockTimeoutMs: number | undefined;
};

async function inTransaction(
  client: pg.Client,
  { schema, role, text, lockTimeoutMs = defaultLockTimeoutMs }: Transaction,
  record: () => Promise<unknown>,
): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
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

/**
 * Returns the migrations that are not applied yet. The applied ones must be the first files, in order and without gaps.
 * @throws MigrationError when they are not, or when the files are not numbered from 1 without gaps
 */
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
    // The database may have more migrations than there are files, because a later release has migrated it. This is allowed.
    if (file && file.name !== row.name) {
      throw new MigrationError(
        `Migration ${index + 1} of ${schema} is ${row.name} there and ${file.name} here.`,
      );
    }
  });
  return numbered.slice(applied.length);
}
