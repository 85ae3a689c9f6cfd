import type { EntryFeed } from './entry-feed.ts';
import type { Freshness } from './freshness.ts';

/** How far a follower has read: it has handled all entries of the epoch up to and including `sequence`. */
export type LogPosition = { epoch: string; sequence: number };

/** Reads all entries of the current stream in order until it is stopped. It sends no acknowledgements to NATS. */
export type Follower = {
  /** The position of the last handled entry. The epoch is empty until the first one is known. */
  readonly position: LogPosition;
  readonly freshness: Freshness;
  /** Returns whether the follower is connected, and has handled all entries that it knows to be in the stream. */
  caughtUp(): boolean;
  /** Resolves when the follower is caught up for the first time. */
  readonly ready: Promise<void>;
  /**
   * Resolves when the entry at `sequence` of the current epoch is handled.
   * @throws LogGapError when the epoch changes or the follower is stopped before; the reason of the signal when it aborts
   */
  waitFor(sequence: number, signal?: AbortSignal): Promise<void>;
  /** Sequence of the newest entry that the follower knows to be in the stream. */
  readonly head: number;
  /**
   * Starts a feed, which passes entries of an epoch to another reader in this process, from the next handled one on.
   * @returns undefined when the follower does not read this epoch now
   */
  feed(epoch: string): EntryFeed | undefined;
  stop(): Promise<void>;
};
