import { type Clock, firstItem, systemClock } from '@parley/core';
import type { Freshness as Announcement } from '@parley/proto/events/v1/log';

/** Maximum age of the last announcement in milliseconds. Services must not use cached values when it is older. */
const FRESH_WITHIN_MS = 1000;
/** Interval of the relay's announcements in milliseconds: while processes use the log, and while none does. */
export const ANNOUNCE_EVERY_MS = 250;
export const REST_ANNOUNCE_MS = 2_000;
/** Milliseconds for which announcements come often after a process has asked; longer than `ASK_EVERY_MS`. */
export const ANNOUNCE_AFTER_USE_MS = 10_000;
/** Interval in milliseconds in which a process that uses the log asks for announcements: while it is fresh, and while it is not. */
const ASK_EVERY_MS = 3000;
const ASK_AGAIN_MS = 250;

/**
 * Returns whether an announcement is older than the merged one. Two relays may announce during a takeover. The timeline and the
 * write-ahead position decide, because the database's clock may be set back. A relay of an earlier release announces no
 * timeline; then the position decides alone.
 */
function isOlder(announcement: Announcement, merged: Announcement): boolean {
  const isSameHistory = !announcement.timeline || !merged.timeline;
  if (isSameHistory || announcement.timeline === merged.timeline) return announcement.lsn < merged.lsn;
  return announcement.timeline < merged.timeline;
}

/** Tells whether the merged part of the log is within the freshness bound (1 s) of the database. */
export type Freshness = {
  /** Returns whether everything that was committed until a second ago is merged here. Asks for frequent announcements. */
  isFresh(): boolean;
  /** Asks the relay to announce its position now, and often for some seconds. */
  ask(): void;
  /** Returns by how many milliseconds the merged part may be behind the database; Infinity before the first announcement. */
  ageMs(): number;
  /** Returns false when the last announcement said that the database is running out of space for the log. */
  writesAllowed(): boolean;
  /** Returns the position in the write-ahead log (bytes) up to which everything is merged; 0 before the first announcement. */
  lsn(): number;
};

const WINDOW_MS = 30_000;
const WINDOW_SLOTS = 6;
/** A longer step between two reads of the clock means that the process was paused. */
const LONGEST_STEP_MS = 250;
const MAX_WAITING = 256;

/**
 * Invariants:
 * - An announcement lowers the age and advances the position only after the follower has merged everything up to its sequence.
 * - The age of an announcement is measured by the database's clock, because a process must not take old announcements
 *   for new ones after it or its socket was paused. The current database time is estimated from the smallest difference
 *   between the arrival (by the local monotonic clock) and the database time: transport can only increase this
 *   difference.
 * - The smallest difference is discarded after half a minute, because the database's clock may be set back. Only time
 *   during which the process ran counts, so announcements that arrive together after a pause do not discard it.
 * - `isFresh` asks for announcements, so that they come often while the log is used.
 */
export class FreshnessTracker implements Freshness {
  readonly #clock: Clock;
  readonly #ask: () => void;
  #askedMs = Number.NEGATIVE_INFINITY;
  #waiting: Announcement[] = [];
  #merged: Announcement | undefined;
  #latest: Announcement | undefined;
  /** Smallest difference (arrival - database time) per slot of running time. */
  readonly #offsets: number[] = [];
  #ranMs = 0;
  #lastReadMs: number;

  /** @param ask asks the relay for announcements */
  constructor(clock: Clock = systemClock, ask: () => void = () => undefined) {
    this.#clock = clock;
    this.#ask = ask;
    this.#lastReadMs = clock.monotonic();
  }

  isFresh(): boolean {
    const isFresh = this.ageMs() <= FRESH_WITHIN_MS;
    if (this.#lastReadMs - this.#askedMs >= (isFresh ? ASK_EVERY_MS : ASK_AGAIN_MS)) this.ask();
    return isFresh;
  }

  ask(): void {
    this.#askedMs = this.#clock.monotonic();
    this.#ask();
  }

  ageMs(): number {
    const now = this.#readClock();
    if (!this.#merged) return Number.POSITIVE_INFINITY;
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

  /** Applies the announcements up to a merged position. Those of older epochs are discarded, those of newer ones stay. */
  mergedUpTo(epoch: string, sequence: number): void {
    while (this.#waiting.length > 0) {
      const next = firstItem(this.#waiting);
      // An epoch that sorts later is newer.
      if (next.epoch > epoch || (next.epoch === epoch && next.sequence > sequence)) return;
      this.#waiting.shift();
      if (next.epoch === epoch) this.#take(next);
    }
  }

  /**
   * Discards the merged and the waiting announcements, because the epoch changed or a part of the log was missed or lost.
   * @param entered the epoch that begins. Its announcements remain, so that the process is fresh as soon as it follows the epoch.
   */
  reset(entered?: string): void {
    this.#merged = undefined;
    this.#waiting = this.#waiting.filter(({ epoch }) => epoch === entered);
  }

  #take(announcement: Announcement): void {
    if (this.#merged?.epoch === announcement.epoch && isOlder(announcement, this.#merged)) return;
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
    // A reused slot starts empty, unless it is the only slot with a value.
    if (
      slot !== before &&
      this.#offsets.some((offset, at) => at !== slot % WINDOW_SLOTS && offset !== undefined)
    ) {
      delete this.#offsets[slot % WINDOW_SLOTS];
    }
    return now;
  }
}
