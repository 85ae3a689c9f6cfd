import type { Entry } from '../entries/entry.ts';
import type { StreamMessage } from './ordered-reader.ts';

/** A log entry that a follower has read. `entry` is undefined when this release cannot decode its bytes. */
export type ReadEntry = StreamMessage & { entry: Entry | undefined };

/** A message of the stream. It has the decoded entry when a follower has passed it on. */
export type MaybeDecoded = StreamMessage & Partial<ReadEntry>;

/** Maximum size of the entries that wait in one feed, in bytes. */
const maxBytes = 16 * 2 ** 20;

/**
 * A queue by which a follower passes log entries to another reader in the same process, in order and without gaps. So the
 * process reads and decodes the stream once. The follower never waits for the reader. Instead a feed ends when too many bytes
 * wait in it, when the log starts a new epoch (another stream), or when the follower misses entries.
 */
export class EntryFeed {
  /** Sequence of the last entry before the first one in the feed. */
  readonly after: number;
  #entries: ReadEntry[] = [];
  #bytes = 0;
  #hasEnded = false;
  #changed = Promise.withResolvers<void>();

  constructor(after: number) {
    this.after = after;
  }

  /** Adds the entries of one read. The follower calls it. @returns false when the feed has ended */
  push(entries: readonly ReadEntry[]): boolean {
    if (this.#hasEnded) return false;
    for (const entry of entries) {
      this.#entries.push(entry);
      this.#bytes += entry.data.length;
    }
    if (this.#bytes > maxBytes) this.#hasEnded = true;
    this.#changed.resolve();
    return !this.#hasEnded;
  }

  /** Ends the feed. Entries in the queue can still be taken. */
  end(): void {
    this.#hasEnded = true;
    this.#changed.resolve();
  }

  /** Removes and returns all entries. Waits when there are none; undefined when the feed has ended. */
  async take(): Promise<ReadEntry[] | undefined> {
    while (this.#entries.length === 0) {
      if (this.#hasEnded) return undefined;
      this.#changed = Promise.withResolvers();
      await this.#changed.promise;
    }
    const taken = this.#entries;
    this.#entries = [];
    this.#bytes = 0;
    return taken;
  }
}
