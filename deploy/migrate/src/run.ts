import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backoff, errorCode, errorMessage, type Logger, required, sleep } from '@parley/core';
import { type MigrateOptions, migrate } from '@parley/db';
import pg from 'pg';
import type { MigrateConfig } from './config.ts';
import { type Owner, owners } from './owners.ts';

const repository = join(import.meta.dirname, '..', '..', '..');

/** @param migrationsDir folder with one subfolder per schema; undefined for the source tree */
export function migrationsOf({ schema, service }: Owner, migrationsDir: string | undefined): string {
  return migrationsDir === undefined
    ? join(repository, 'services', service, 'src', 'db', 'migrations')
    : join(migrationsDir, schema);
}

/**
 * Waits for the database, then brings roles, schemas and tables up to date. It is idempotent and safe to run concurrently.
 * @throws MigrationError when the database's recorded migrations contradict the files; Error when a service's files are missing
 */
export async function runMigrations(config: MigrateConfig, logger: Logger): Promise<void> {
  await reach(config, logger);
  const services = owners.map((owner) => ({
    schema: owner.schema,
    role: owner.role,
    password: required(config.passwords.get(owner), 'password'),
    settings: owner.settings,
    migrations: migrationsOf(owner, config.migrationsDir),
    replication: owner.replication && config.grantReplication,
  })) satisfies MigrateOptions['services'];
  const missing = services.filter(({ migrations }) => !existsSync(migrations));
  if (missing.length > 0) {
    throw new Error(`There are no migrations for ${missing.map(({ schema }) => schema).join(', ')}.`);
  }
  let applied = 0;
  await migrate({
    adminUrl: config.adminUrl,
    services,
    onMigration: (schema, name) => {
      applied += 1;
      logger.info({ schema, migration: name }, 'migrating');
    },
    onLocked: (schema, name) =>
      logger.warn({ schema, migration: name }, 'a migration waits for locks of other transactions; retrying'),
    onWait: () => logger.info('waiting for another run to end'),
  });
  logger.info({ applied }, 'the database is up to date');
}

/**
 * Waits until the database server accepts connections.
 * @throws the last error when no attempt succeeds within `waitMs`; immediately when a later attempt cannot succeed either
 */
async function reach({ adminUrl, waitMs }: MigrateConfig, logger: Logger): Promise<void> {
  const deadline = performance.now() + waitMs;
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return;
    } catch (error) {
      const [code = '', message] = [errorCode(error), errorMessage(error)];
      // Later attempts may succeed if the server is starting, stopping (57P03) or has no free connection (53300). They cannot
      // succeed after other errors of the server, such as a wrong password.
      const isFinal = /^[0-9A-Z]{5}$/.test(code) && !['57P03', '53300'].includes(code);
      if (isFinal || performance.now() >= deadline) throw error;
      logger.info({ reason: message || code }, 'waiting for the database');
      await sleep(backoff(attempt, { baseMs: 200, maxMs: 2_000 }));
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
