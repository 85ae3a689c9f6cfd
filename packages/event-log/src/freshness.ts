import { type Clock, systemClock } from '@parley/core';
import type { Freshness as Announcement } from '@parley/proto/events/v1/log';

/** Beyond this age of the last announcement nothing cached may be used. */
const FRESH_WITHIN_MS = 1000;

/** Judges whether what was merged from the log is as new as the database itself. */
export type Freshness = {
  /** Everything committed up to a second ago has been merged here. */
  isFresh(): boolean;
  /** Milliseconds by which what was merged may be behind the database; Infinity before the first announcement. */
  ageMs(): number;
  /** False when the database runs out of room for the log: writes are to be refused (503). */
  writesAllowed(): boolean;
  /** Write-ahead position (bytes) below which everything has been merged; 0 before the first announcement. */
  lsn(): number;
};

const WINDOW_MS = 30_000;
const WINDOW_SLOTS = 6;
/** A longer time between two looks at the clock means that the process stood still. */
const LONGEST_STEP_MS = 250;
const MAX_WAITING = 256;

/**
 * Invariants:
 * - An announcement counts only once the follower has merged everything up to its sequence.
 * - Its age is judged by the database's clock: a process that was paused, or whose socket was, must not take
 *   old announcements for new. The database's time now is estimated from the smallest difference seen between
 *   arrival (our monotonic clock) and database time: transport only ever adds to it.
 * - That smallest difference is forgotten after half a minute (the database's clock may be set back), measured
 *   in time during which this process ran: a backlog that arrives in one go after a pause does not age it.
 */
export class FreshnessTracker implements Freshness {
  readonly #clock: Clock;
  readonly #waiting: Announcement[] = [];
  #merged: Announcement | undefined;
  #latest: Announcement | undefined;
  /** Smallest (arrival - database time) per slot of running time. */
  readonly #offsets: number[] = [];
  #ranMs = 0;
  #lastLookMs: number;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
    this.#lastLookMs = clock.monotonic();
  }

  isFresh(): boolean {
    return this.ageMs() <= FRESH_WITHIN_MS;
  }

  ageMs(): number {
    if (!this.#merged) return Number.POSITIVE_INFINITY;
    const now = this.#look();
    return Math.max(0, now - this.#offset() - this.#merged.databaseTimeMs);
  }

  writesAllowed(): boolean {
    return this.#latest?.writesAllowed ?? true;
  }

  lsn(): number {
    return this.#merged?.lsn ?? 0;
  }

  /** An announcement arrived. */
  announced(announcement: Announcement): void {
    const now = this.#look();
    const slot = Math.floor(this.#ranMs / (WINDOW_MS / WINDOW_SLOTS)) % WINDOW_SLOTS;
    const offset = now - announcement.databaseTimeMs;
    this.#offsets[slot] = Math.min(this.#offsets[slot] ?? Number.POSITIVE_INFINITY, offset);
    this.#latest = announcement;
    this.#waiting.push(announcement);
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
  }

  /** The follower has merged everything up to here. */
  mergedUpTo(epoch: string, sequence: number): void {
    while (this.#waiting.length > 0) {
      const next = this.#waiting[0]!;
      if (next.epoch === epoch && next.sequence > sequence) return;
      this.#waiting.shift();
      if (next.epoch === epoch) this.#take(next);
    }
  }

  /** What was merged is void: the epoch changed or a part of the log was missed. */
  reset(): void {
    this.#merged = undefined;
    this.#waiting.length = 0;
  }

  #take(announcement: Announcement): void {
    // Two relays may announce for a moment while one takes over; the older claim takes nothing back. Judged by
    // the write-ahead position, because the database's clock may be set back.
    if (this.#merged && this.#merged.epoch === announcement.epoch && this.#merged.lsn > announcement.lsn)
      return;
    this.#merged = announcement;
  }

  #offset(): number {
    let smallest = Number.POSITIVE_INFINITY;
    for (const offset of this.#offsets) if (offset !== undefined && offset < smallest) smallest = offset;
    return smallest;
  }

  #look(): number {
    const now = this.#clock.monotonic();
    const slotMs = WINDOW_MS / WINDOW_SLOTS;
    const before = Math.floor(this.#ranMs / slotMs);
    this.#ranMs += Math.min(LONGEST_STEP_MS, Math.max(0, now - this.#lastLookMs));
    this.#lastLookMs = now;
    const slot = Math.floor(this.#ranMs / slotMs);
    // A slot that begins again starts empty, unless it is the last that knows anything.
    if (
      slot !== before &&
      this.#offsets.some((offset, at) => at !== slot % WINDOW_SLOTS && offset !== undefined)
    ) {
      delete this.#offsets[slot % WINDOW_SLOTS];
    }
    return now;
  }
}
