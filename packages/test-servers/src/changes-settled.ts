import { type Query, type Queryable, sql } from '@parley/db';
import { until } from './wait.ts';

/**
 * Waits until every transaction that is older than the last change in a table has ended. Tests that count reads need this: while
 * such a transaction of another test runs on the shared server, the lists in registrations (the initial data of clients) read the
 * last change again.
 * @param table a table with the column `changed_in`, which contains the ID of the transaction of the last change
 */
export async function changesSettled(db: Queryable, table: Query): Promise<void> {
  await until('transactions before the last change to end', async () => {
    const { recent } = await db.one<{ recent: number }>(sql`
      select count(*)::int as recent from ${table}
       where changed_in >= pg_snapshot_xmin(pg_current_snapshot())`);
    return recent === 0;
  });
}
