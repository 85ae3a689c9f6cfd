import type { CommitSnapshot } from './visibility.ts';

/** Functions with which the relay waits until the log includes everything that a snapshot shows. */
export type LogProgress = {
  /** Reads a snapshot whose position is the flushed end of the write-ahead log. */
  readSnapshot: () => Promise<CommitSnapshot>;
  /** Returns the sequence of the last stored entry. */
  sequence: () => number;
  /** Returns the position before which everything that was committed has arrived from the slot. */
  receivedLsn: () => number;
  /** Returns whether an event that was visible in the snapshot is not in the log yet. */
  isOutstanding: (snapshot: CommitSnapshot) => boolean;
  /** Asks the server for a keepalive with its position. */
  ask: () => void;
  /** Makes the database flush its write-ahead log, so that the slot can reach the end of it. */
  flush: () => Promise<void>;
};
