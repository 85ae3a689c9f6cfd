import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from '@parley/test-kit';
import pg from 'pg';

/** What PostgreSQL has written so far. */
export type Written = { rows: number; walBytes: number };

/** Backends report what they wrote at most this long after it. */
const reportMs = 1_500;

/** Counts what is written in all schemas. */
export async function openWrittenCounter(
  cluster: Cluster,
): Promise<{ now(): Promise<Written>; close(): Promise<void> }> {
  const client = new pg.Client({ connectionString: cluster.databaseUrl });
  await client.connect();
  return {
    async now() {
      await wait(reportMs);
      const { rows } = await client.query<{ rows: string; wal: string }>(`
        select sum(n_tup_ins + n_tup_upd + n_tup_del) as rows,
               pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as wal
          from pg_stat_user_tables`);
      return { rows: Number(rows[0]!.rows), walBytes: Number(rows[0]!.wal) };
    },
    close: () => client.end(),
  };
}
