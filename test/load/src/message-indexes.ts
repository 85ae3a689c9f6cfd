import type pg from 'pg';

/**
 * Drops all indexes of the table `messages` except those of constraints, so that rows can be loaded quickly.
 * @param client a connection whose search path contains the schema of `messaging`
 * @returns the statements that recreate the indexes
 */
export async function dropMessageIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; statement: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as statement from pg_index i
     where i.indrelid = 'messages'::regclass
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ statement }) => statement);
}
