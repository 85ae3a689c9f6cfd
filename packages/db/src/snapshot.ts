import { parseSnapshot } from '@parley/core';
import { Snapshot } from '@parley/proto/common/v1/snapshot';
import type { Tx } from './queryable.ts';
import { sql } from './sql.ts';

/**
 * Returns the snapshot of the transaction, and a position in the write-ahead log. Everything that the snapshot shows was
 * committed before this position. Call it first in a REPEATABLE READ transaction: the first statement takes the snapshot
 * that all later ones read. The transaction must run on the primary, because the snapshot of a standby does not list
 * transactions in progress.
 */
export async function readSnapshot(tx: Tx): Promise<Snapshot> {
  return snapshotOf(await tx.one<SnapshotRow>(sql`select ${snapshotColumns}`));
}

/** Columns of a statement that also returns its snapshot. */
export type SnapshotRow = { snapshot: string; lsn: number; timeline: number };

/** The first eight digits of a write-ahead file's name are the timeline. */
export const snapshotColumns = sql`
  pg_current_snapshot()::text as snapshot, (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::int8 as lsn,
  ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline`;

/** Returns the snapshot of a row. @throws RangeError when its text is not a snapshot */
export const snapshotOf = ({ snapshot, lsn, timeline }: SnapshotRow): Snapshot =>
  Snapshot.create({ ...parseSnapshot(snapshot), lsn, timeline });

/** Returns whether everything that one snapshot shows is visible in another snapshot of the same database too. */
export function containsSnapshot(later: Snapshot, earlier: Snapshot): boolean {
  if (later.xmax < earlier.xmax) return false;
  const wasInProgress = new Set(earlier.inProgress);
  return later.inProgress.every((id) => id >= earlier.xmax || wasInProgress.has(id));
}
