/**
 * Runs migrations that PostgreSQL refuses to run in a transaction: those that build or remove an index concurrently
 * with reads and writes. An interrupted change stays half done, so only statements that can be repeated are accepted.
 * The next run removes an invalid index, which an interrupted build has left, and builds it again.
 */
import pg from 'pg';
import { MigrationError } from './migration-error.ts';

/** The first line of such a file. */
const marker = '-- parley: without transaction';

export type IndexChange = { statement: string; creates: boolean; index: string };

const change =
  /^(?:(create)(?:\s+unique)?\s+index\s+concurrently\s+if\s+not\s+exists|drop\s+index\s+concurrently\s+if\s+exists)\s+([a-z_][a-z0-9_]*)\b[^;]*;?$/i;

/**
 * Parses a file that runs without a transaction; returns undefined for other files.
 * @throws MigrationError for any other statement
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

/** Makes the change as the role, on a connection outside of any transaction. */
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
    // When this fails, the connection is lost and needs no reset.
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
