import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from '@parley/test-kit';
import pg from 'pg';

/** Waiting time in milliseconds until PostgreSQL's statistics are complete. Idle backends report theirs within ten seconds. */
const reportMs = 11_000;

/** Returns a counter of the rows that are inserted, updated and deleted in all schemas. */
export async function openWrittenCounter(
  cluster: Cluster,
): Promise<{ rows(): Promise<number>; close(): Promise<void> }> {
  const client = new pg.Client({ connectionString: cluster.databaseUrl });
  await client.connect();
  return {
    async rows() {
      await wait(reportMs);
      const { rows } = await client.query<{ written: string }>(
        'select sum(n_tup_ins + n_tup_upd + n_tup_del) as written from pg_stat_user_tables',
      );
      return Number(rows[0]!.written);
    },
    close: () => client.end(),
  };
}
