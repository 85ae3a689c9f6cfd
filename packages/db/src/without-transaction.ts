/**
 * Runs migrations that PostgreSQL does not allow in a transaction: they create or drop an index concurrently with reads and
 * writes. An interrupted run may leave an invalid index, so only idempotent statements are accepted. The next run drops the
 * invalid index and creates it again.
 */
import pg from 'pg';
import { MigrationError } from './migration-error.ts';

/** The first line of a migration file that runs without a transaction. */
const marker = '-- parley: without transaction';

export type IndexChange = { statement: string; creates: boolean; index: string };

const change =
  /^(?:(create)(?:\s+unique)?\s+index\s+concurrently\s+if\s+not\s+exists|drop\s+index\s+concurrently\s+if\s+exists)\s+([a-z_][a-z0-9_]*)\b[^;]*;?$/i;

/**
 * Parses a migration that runs without a transaction. Returns undefined for other migrations.
 * @throws MigrationError when the marker is there but the statement is none of the accepted ones
 */
export function parseIndexChange(file: string, text: string): IndexChange | undefined {
  const [first, ...lines] = text.trim().split('\n');
  if (first?.trimEnd() !== marker) return undefined;
  const statement = lines
    .filter((line) => !line.startsWith('--'))
    .join('\n')
    .trim();
  const [, create, index] = change.exec(statement) ?? [];
  if (!index) {
    throw new MigrationError(
      `Migration ${file} without a transaction should be one \`create index concurrently if not exists\` or \`drop index concurrently if exists\`.`,
    );
  }
  return { statement, creates: create !== undefined, index: index.toLowerCase() };
}

/** Creates or drops an index as the role, outside of any transaction. */
export async function changeIndex(
  client: pg.Client,
  schema: string,
  role: string | undefined,
  { statement, creates, index }: IndexChange,
): Promise<void> {
  const id = pg.escapeIdentifier;
  if (role) await client.query(`set role ${id(role)}`);
  try {
    await client.query(`set search_path = ${id(schema)}, log`);
    if (creates && (await isInvalid(client, schema, index))) {
      await client.query(`drop index concurrently if exists ${id(schema)}.${id(index)}`);
    }
    await client.query(statement);
  } finally {
    // It fails only when the connection is lost, which then needs no reset.
    await client.query('reset search_path; reset role').catch(() => undefined);
  }
}

async function isInvalid(client: pg.Client, schema: string, index: string): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relname = $2 and not i.indisvalid`,
    [schema, index],
  );
  return rows.length > 0;
}
