import { type Queryable, sql } from '@parley/db';

/** Returns the size of the whole database in bytes, including the tables and indexes of other services. */
export async function databaseBytes(db: Queryable): Promise<number> {
  return (await db.one<{ bytes: number }>(sql`select pg_database_size(current_database()) as bytes`)).bytes;
}
