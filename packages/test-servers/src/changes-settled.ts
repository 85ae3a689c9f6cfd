import { type Query, type Queryable, sql } from '@parley/db';
import { until } from './wait.ts';

/**
 * Waits until no transaction is older than the last change in a table with the column `changed_in`. Tests share a
 * server. While another test has such a transaction, lists of registrations read the change a second time.
 */
export async function changesSettled(db: Queryable, table: Query): Promise<void> {
  await until('transactions before the last change to end', async () => {
    const { recent } = await db.one<{ recent: number }>(sql`
      select count(*)::int as recent from ${table}
       where changed_in >= pg_snapshot_xmin(pg_current_snapshot())`);
    return recent === 0;
  });
}
