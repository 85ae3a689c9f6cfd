import { type Clock, systemClock } from '@parley/core';

/** An authenticated person or bot. */
export type Caller = {
  readonly userId: number;
  /** An incoming webhook: whoever has its key may send messages with it, and nothing else. */
  readonly isWriteOnly?: boolean;
};

export type CallerCacheOptions = {
  maxEntries: number;
  /** How long an answer is used at most, milliseconds. */
  maxAgeMs: number;
  clock?: Clock;
};

type Entry = { caller: Caller; goodUntil: number };

/** A question under way to the owner: what was voided meanwhile must not be remembered. */
type Fill = { voidedUsers: Set<number>; isVoid: boolean };

/**
 * Answers of the owner, remembered briefly.
 *
 * Invariants:
 * - Only positive answers are kept: nobody is refused because a cache was late.
 * - An invalidation that arrives while the owner is asked voids that answer for the cache. One that arrived
 *   before was committed before the question was put, so that the answer has seen it.
 * - Entries are dropped oldest first; none outlives `maxAgeMs`.
 */
export class CallerCache {
  readonly #options: CallerCacheOptions;
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();
  /** Nearly everybody has one key. */
  readonly #keysByUser = new Map<number, string | Set<string>>();
  readonly #fills = new Set<Fill>();

  constructor(options: CallerCacheOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Caller | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (this.#clock.monotonic() < entry.goodUntil) return entry.caller;
    this.#forget(key, entry);
    return undefined;
  }

  /** Asks the owner and remembers the answer, unless it was voided meanwhile. */
  async fill(key: string, ask: () => Promise<Caller>): Promise<Caller> {
    const fill: Fill = { voidedUsers: new Set(), isVoid: false };
    this.#fills.add(fill);
    // Counted from the question: that is how old the answer can be.
    const goodUntil = this.#clock.monotonic() + this.#options.maxAgeMs;
    try {
      const caller = await ask();
      if (!fill.isVoid && !fill.voidedUsers.has(caller.userId)) this.#remember(key, { caller, goodUntil });
      return caller;
    } finally {
      this.#fills.delete(fill);
    }
  }

  /** Something about this person changed. */
  void(userId: number): void {
    const keys = this.#keysByUser.get(userId);
    for (const key of typeof keys === 'string' ? [keys] : (keys ?? [])) this.#entries.delete(key);
    this.#keysByUser.delete(userId);
    for (const fill of this.#fills) fill.voidedUsers.add(userId);
  }

  /** Nothing that is known can be trusted: a part of the log was missed, or it began anew. */
  clear(): void {
    this.#entries.clear();
    this.#keysByUser.clear();
    for (const fill of this.#fills) fill.isVoid = true;
  }

  #remember(key: string, entry: Entry): void {
    const before = this.#entries.get(key);
    if (before) this.#forget(key, before);
    while (this.#entries.size >= this.#options.maxEntries) {
      const [oldest, dropped] = this.#entries.entries().next().value!;
      this.#forget(oldest, dropped);
    }
    this.#entries.set(key, entry);
    const { userId } = entry.caller;
    const keys = this.#keysByUser.get(userId);
    if (keys === undefined) this.#keysByUser.set(userId, key);
    else if (typeof keys === 'string') this.#keysByUser.set(userId, new Set([keys, key]));
    else keys.add(key);
  }

  #forget(key: string, { caller }: Entry): void {
    this.#entries.delete(key);
    const keys = this.#keysByUser.get(caller.userId);
    if (keys === key) this.#keysByUser.delete(caller.userId);
    else if (typeof keys === 'object') {
      keys.delete(key);
      if (keys.size === 0) this.#keysByUser.delete(caller.userId);
    }
  }
}
