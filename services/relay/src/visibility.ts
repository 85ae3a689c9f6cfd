import { firstItem, parseSnapshot } from '@parley/core';
import { isVisible, parseLsn, type VisibleSet } from '@parley/event-log';
import type { LoggedEvent } from '@parley/proto/events/v1/log';
import type pg from 'pg';

/** The transactions that are visible on the primary at one point in time. */
export type CommitSnapshot = {
  visible: VisibleSet;
  /** Time of the database's clock immediately before the snapshot, in milliseconds since the Unix epoch. */
  databaseTimeMs: number;
  /** Read immediately after the snapshot: all visible transactions were committed before it. */
  walLsn: number;
};

/** Of the primary: a standby does not show transactions that are in progress there. */
export const readSnapshot = (client: pg.ClientBase): Promise<CommitSnapshot> =>
  read(client, 'read-snapshot', 'pg_current_wal_insert_lsn()');

/**
 * Reads a snapshot whose `walLsn` is the end of the flushed WAL. The replication slot reaches this position even if no further
 * transaction commits. PostgreSQL flushes a commit before it becomes visible, so every transaction in the snapshot was
 * committed before this position, too.
 */
export const readFlushedSnapshot = (client: pg.ClientBase): Promise<CommitSnapshot> =>
  read(client, 'read-flushed-snapshot', 'pg_current_wal_flush_lsn()');

async function read(client: pg.ClientBase, name: string, end: string): Promise<CommitSnapshot> {
  const { rows } = await client.query<{ snapshot: string; time_ms: number; lsn: string }>({
    name,
    // statement_timestamp() is taken before the snapshot, and the position after it.
    text: `select pg_current_snapshot()::text as snapshot,
                  (extract(epoch from statement_timestamp()) * 1000)::float8 as time_ms,
                  ${end}::text as lsn`,
  });
  const row = firstItem(rows);
  return {
    visible: parseSnapshot(row.snapshot),
    databaseTimeMs: Number(row.time_ms),
    walLsn: parseLsn(row.lsn),
  };
}

/** Readers of the event can then read the rows that the transaction wrote. */
export const isPublishable = (event: LoggedEvent, snapshot: CommitSnapshot): boolean =>
  isVisible(event.transactionId, snapshot.visible);

/** Returns whether the transaction of an event is visible, so that the event may be published. */
export type Visible = (event: LoggedEvent) => boolean;

/** Returns what is visible in a snapshot. */
export const visibleIn =
  (snapshot: CommitSnapshot): Visible =>
  (event) =>
    isPublishable(event, snapshot);
