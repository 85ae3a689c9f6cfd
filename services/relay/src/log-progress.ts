import type { CommitSnapshot } from './visibility.ts';

/** Functions with which a part of the relay waits until the log includes everything that is visible in a snapshot. */
export type LogProgress = {
  /** Reads a snapshot, together with a position at the end of the write-ahead log (WAL). */
  readSnapshot: () => Promise<CommitSnapshot>;
  /** Returns the sequence number of the last stored entry. */
  sequence: () => number;
  /** Returns the WAL position before which every commit has arrived from the slot. */
  receivedLsn: () => number;
  /** Returns whether an event that is visible in the snapshot is not in the log yet. */
  isOutstanding: (snapshot: CommitSnapshot) => boolean;
  /** Asks the PostgreSQL server for a keepalive message, which contains its current position. */
  ask: () => void;
  /** Makes the database flush its WAL. The slot sends only flushed WAL. */
  flush: () => Promise<void>;
};
