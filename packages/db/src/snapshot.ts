import { Snapshot } from '@parley/proto/common/v1/snapshot';
import type { Tx } from './db.ts';
import { sql } from './sql.ts';

/**
 * The transaction's snapshot and a write-ahead position that follows everything visible in it. Must be the
 * first statement of a REPEATABLE READ transaction on the primary: a standby's snapshot misses transactions in
 * progress.
 */
export async function readSnapshot(tx: Tx): Promise<Snapshot> {
  const row = await tx.one<{ snapshot: string; lsn: number }>(sql`
    select pg_current_snapshot()::text as snapshot,
           (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::int8 as lsn`);
  return parseSnapshot(row.snapshot, row.lsn);
}

/** Parses `xmin:xmax:xip,…`, the text form of pg_snapshot. */
export function parseSnapshot(text: string, lsn: number): Snapshot {
  const [xmin, xmax, inProgress] = text.split(':');
  return Snapshot.create({
    xmin: Number(xmin),
    xmax: Number(xmax),
    inProgress: inProgress ? inProgress.split(',').map(Number) : [],
    lsn,
  });
}
