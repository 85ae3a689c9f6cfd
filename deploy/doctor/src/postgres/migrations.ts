import { readdir } from 'node:fs/promises';
import { firstItem } from '@parley/core';
import { migrationsOf, owners } from '@parley/migrate';
import type pg from 'pg';
import { type Finding, fail, ok, warn } from '../finding.ts';

/** Counts of a schema's migrations: `applied` to the database, and `known` to this release. */
export type MigrationFacts = { schema: string; applied: number; known: number };

export async function readMigrations(
  client: pg.ClientBase,
  dir: string | undefined,
): Promise<MigrationFacts[]> {
  const { rows: recorded } = await client.query<{ known: boolean }>(
    `select to_regclass('migration.applied') is not null as known`,
  );
  const { rows } = firstItem(recorded).known
    ? await client.query<{ schema: string; applied: number }>(
        'select schema, count(*)::int as applied from migration.applied group by schema',
      )
    : { rows: [] };
  return Promise.all(
    owners.map(async (owner) => ({
      schema: owner.schema,
      applied: rows.find(({ schema }) => schema === owner.schema)?.applied ?? 0,
      known: (await readdir(migrationsOf(owner, dir)).catch(() => [])).filter((name) => name.endsWith('.sql'))
        .length,
    })),
  );
}

export function judgeMigrations(facts: readonly MigrationFacts[]): Finding {
  const check = 'postgres.migrations';
  const behind = facts.filter(({ applied, known }) => applied < known);
  if (behind.length > 0) {
    const text = behind.map(({ schema, applied, known }) => `${schema} (${applied} of ${known})`).join(', ');
    return fail(
      check,
      `Migrations are missing: ${text}.`,
      'Run the migrations of this release before its services.',
    );
  }
  const ahead = facts.filter(({ applied, known }) => applied > known);
  if (ahead.length > 0) {
    return warn(
      check,
      `The database is of a newer release: ${ahead.map(({ schema }) => schema).join(', ')}.`,
      'Finish the upgrade, or use the doctor of that release.',
    );
  }
  return ok(check, 'All migrations of this release are applied.');
}
