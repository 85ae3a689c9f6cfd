import type { Entry } from './entry.ts';
import type { StreamMessage } from './ordered-reader.ts';

/** An entry that a follower has read and merged. `entry` is undefined when this release cannot decode it. */
export type ReadEntry = StreamMessage & { entry: Entry | undefined };

/** Maximum size of the entries that wait in a feed, in bytes. */
const maxBytes = 16 * 2 ** 20;

/**
 * Entries that a follower passes on to another reader in the same process, in order and without a gap, so that the
 * stream is read and decoded once. The follower never waits for the reader: a feed ends when too much waits in it, and
 * when the follower starts another epoch or misses entries.
 */
export class EntryFeed {
  /** Sequence after which the entries begin. */
  readonly after: number;
  #entries: ReadEntry[] = [];
  #bytes = 0;
  #hasEnded = false;
  #changed = Promise.withResolvers<void>();

  constructor(after: number) {
    this.after = after;
  }

  /** Called by the follower with the entries of one read. @returns false when the feed has ended */
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

  /** Ends the feed. Entries that wait can still be taken. */
  end(): void {
    this.#hasEnded = true;
    this.#changed.resolve();
  }

  /** Waits for entries and returns all that wait; undefined after the end. */
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
