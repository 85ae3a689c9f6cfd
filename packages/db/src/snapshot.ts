import { parseSnapshot } from '@parley/core';
import { Snapshot } from '@parley/proto/common/v1/snapshot';
import type { Tx } from './queryable.ts';
import { sql } from './sql.ts';

/**
 * Returns the snapshot of the transaction, and a position in the write-ahead log. Everything that the snapshot contains was
 * committed before this position. This must be the first statement of a REPEATABLE READ transaction, because the first statement
 * takes the snapshot for all later ones. The transaction must run on the primary: the snapshot of a standby does not list
 * transactions in progress.
 */
export async function readSnapshot(tx: Tx): Promise<Snapshot> {
  return snapshotOf(await tx.one<SnapshotRow>(sql`select ${snapshotColumns}`));
}

export type SnapshotRow = { snapshot: string; lsn: number; timeline: number };

/**
 * SQL columns with the snapshot of a statement, a position in the write-ahead log and the timeline. The first eight digits of a
 * write-ahead log file's name are the timeline.
 */
export const snapshotColumns = sql`
  pg_current_snapshot()::text as snapshot, (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::int8 as lsn,
  ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline`;

/** Returns the snapshot in a row. @throws RangeError when its text is malformed */
export const snapshotOf = ({ snapshot, lsn, timeline }: SnapshotRow): Snapshot =>
  Snapshot.create({ ...parseSnapshot(snapshot), lsn, timeline });

/** Returns whether the later snapshot of the same database contains every transaction of the earlier one. */
export function containsSnapshot(later: Snapshot, earlier: Snapshot): boolean {
  if (later.xmax < earlier.xmax) return false;
  const wasInProgress = new Set(earlier.inProgress);
  return later.inProgress.every((id) => id >= earlier.xmax || wasInProgress.has(id));
}
