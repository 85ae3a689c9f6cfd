import { parseSnapshot } from '@parley/core';
import { Snapshot } from '@parley/proto/common/v1/snapshot';
import type { Tx } from './db.ts';
import { sql } from './sql.ts';

/**
 * Returns the snapshot of the transaction, and a write-ahead position after everything that is visible in it. It must
 * be the first statement of a REPEATABLE READ transaction on the primary, because the snapshot of a standby lacks
 * transactions in progress.
 */
export async function readSnapshot(tx: Tx): Promise<Snapshot> {
  const row = await tx.one<{ snapshot: string; lsn: number }>(sql`
    select pg_current_snapshot()::text as snapshot,
           (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::int8 as lsn`);
  return snapshotAt(row.snapshot, row.lsn);
}

/** Parses the text form of a snapshot and adds its position. @throws RangeError when the text is not a snapshot */
export const snapshotAt = (text: string, lsn: number): Snapshot =>
  Snapshot.create({ ...parseSnapshot(text), lsn });

/** Returns whether everything that one snapshot shows is visible in another snapshot of the same database too. */
export function containsSnapshot(later: Snapshot, earlier: Snapshot): boolean {
  if (later.xmax < earlier.xmax) return false;
  const wasInProgress = new Set(earlier.inProgress);
  return later.inProgress.every((id) => id >= earlier.xmax || wasInProgress.has(id));
}
