import { type Clock, systemClock } from '@parley/core';
import type { Freshness as Announcement } from '@parley/proto/events/v1/log';

/** Maximum age of the last announcement. Services must not use cached values when it is older. */
const FRESH_WITHIN_MS = 1000;

/** Tells whether the merged part of the log is within the freshness bound (1 s) of the database. */
export type Freshness = {
  /** Returns whether everything committed up to a second ago has been merged here. */
  isFresh(): boolean;
  /** Returns by how many milliseconds the merged part may be behind the database; Infinity before the first announcement. */
  ageMs(): number;
  /** Returns false when the database runs out of space for the log: services must refuse writes (503). */
  writesAllowed(): boolean;
  /** Returns the write-ahead position (bytes) below which everything has been merged; 0 before the first announcement. */
  lsn(): number;
};

const WINDOW_MS = 30_000;
const WINDOW_SLOTS = 6;
/** A longer time between two reads of the clock means that the process was paused. */
const LONGEST_STEP_MS = 250;
const MAX_WAITING = 256;

/**
 * Invariants:
 * - An announcement counts only once the follower has merged everything up to its sequence.
 * - Its age is measured by the database's clock: a process must not count old announcements as new after it or its
 *   socket was paused. The present database time is estimated from the smallest difference between arrival (the local
 *   monotonic clock) and database time: transport only adds to it.
 * - That difference is discarded after half a minute, because the database's clock may be set back. Only time during which
 *   the process ran counts: a backlog that arrives at once after a pause does not discard it.
 */
export class FreshnessTracker implements Freshness {
  readonly #clock: Clock;
  readonly #waiting: Announcement[] = [];
  #merged: Announcement | undefined;
  #latest: Announcement | undefined;
  /** Smallest (arrival - database time) per slot of running time. */
  readonly #offsets: number[] = [];
  #ranMs = 0;
  #lastReadMs: number;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
    this.#lastReadMs = clock.monotonic();
  }

  isFresh(): boolean {
    return this.ageMs() <= FRESH_WITHIN_MS;
  }

  ageMs(): number {
    if (!this.#merged) return Number.POSITIVE_INFINITY;
    const now = this.#readClock();
    return Math.max(0, now - this.#offset() - this.#merged.databaseTimeMs);
  }

  writesAllowed(): boolean {
    return this.#latest?.writesAllowed ?? true;
  }

  lsn(): number {
    return this.#merged?.lsn ?? 0;
  }

  /** Records an announcement. */
  announced(announcement: Announcement): void {
    const now = this.#readClock();
    const slot = Math.floor(this.#ranMs / (WINDOW_MS / WINDOW_SLOTS)) % WINDOW_SLOTS;
    const offset = now - announcement.databaseTimeMs;
    this.#offsets[slot] = Math.min(this.#offsets[slot] ?? Number.POSITIVE_INFINITY, offset);
    this.#latest = announcement;
    this.#waiting.push(announcement);
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
  }

  /** Applies the announcements up to a position that the follower has merged. */
  mergedUpTo(epoch: string, sequence: number): void {
    while (this.#waiting.length > 0) {
      const next = this.#waiting[0]!;
      if (next.epoch === epoch && next.sequence > sequence) return;
      this.#waiting.shift();
      if (next.epoch === epoch) this.#take(next);
    }
  }

  /** Discards everything: the epoch changed or a part of the log was missed. */
  reset(): void {
    this.#merged = undefined;
    this.#waiting.length = 0;
  }

  #take(announcement: Announcement): void {
    // Two relays may announce during a takeover; an older position is ignored. The write-ahead position decides, because
    // the database's clock may be set back.
    if (this.#merged && this.#merged.epoch === announcement.epoch && this.#merged.lsn > announcement.lsn)
      return;
    this.#merged = announcement;
  }

  #offset(): number {
    let smallest = Number.POSITIVE_INFINITY;
    for (const offset of this.#offsets) if (offset !== undefined && offset < smallest) smallest = offset;
    return smallest;
  }

  #readClock(): number {
    const now = this.#clock.monotonic();
    const slotMs = WINDOW_MS / WINDOW_SLOTS;
    const before = Math.floor(this.#ranMs / slotMs);
    this.#ranMs += Math.min(LONGEST_STEP_MS, Math.max(0, now - this.#lastReadMs));
    this.#lastReadMs = now;
    const slot = Math.floor(this.#ranMs / slotMs);
    // A slot that is reused starts empty, unless it is the only one with a value.
    if (
      slot !== before &&
      this.#offsets.some((offset, at) => at !== slot % WINDOW_SLOTS && offset !== undefined)
    ) {
      delete this.#offsets[slot % WINDOW_SLOTS];
    }
    return now;
  }
}
