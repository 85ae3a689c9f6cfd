import type { Queryable } from './queryable.ts';
import { type Query, sql } from './sql.ts';

const pageRows = 100;

/** A page of a list: JSON texts with their IDs. The next page starts after `lastId`. */
export type JsonPage = { items: Buffer[]; ids: number[]; lastId: number };

/**
 * Returns a page of a list in ascending order of ID.
 * @param source query for the list, with the columns `id` and `json`
 */
export async function readJsonPage(db: Queryable, source: Query, afterId: number): Promise<JsonPage> {
  const rows = await db.many<{ id: number; json: string }>(sql`
    select id, json::text as json from (${source}) as source where id > ${afterId} order by id limit ${pageRows}`);
  return {
    items: rows.map(({ json }) => Buffer.from(json)),
    ids: rows.map(({ id }) => id),
    lastId: rows.at(-1)?.id ?? afterId,
  };
}
