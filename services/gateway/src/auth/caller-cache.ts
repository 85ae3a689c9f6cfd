import { type Clock, systemClock } from '@parley/core';
import { type Language, languageOf } from '@parley/texts';
import type { KeyScope } from '../edge/key-scope.ts';

/** An authenticated person or bot. */
export type Caller = {
  readonly userId: number;
  /** The browser session that makes the request; absent for API keys. */
  readonly sessionId?: number;
  /** Limits of the API key; absent for a key without limits, and for sessions. */
  readonly scope?: KeyScope;
  /** Time at which the API key expires, in milliseconds since the Unix epoch; absent for never. */
  readonly expiresAtMs?: number;
  /** Whether the caller is an incoming webhook, whose key may only send messages. */
  readonly isWriteOnly?: boolean;
  /** Language that they have chosen for texts of the server; absent for English. */
  readonly language?: Language;
};

/** Returns the language of a caller from the language tag of their settings. */
export function callerLanguage(tag: string): Pick<Caller, 'language'> {
  const language = languageOf(tag);
  return language === 'en' ? {} : { language };
}

export type CallerCacheOptions = {
  maxEntries: number;
  /** Lifetime of an entry in milliseconds. */
  maxAgeMs: number;
  clock?: Clock;
};

type Entry = { caller: Caller; goodUntil: number };

/** A pending call to the owner. An answer that is invalidated during the call must not be cached. */
type Fill = { invalidatedUsers: Set<number>; isVoid: boolean };

/**
 * Caches authenticated callers.
 *
 * Invariants:
 * - Only positive answers are cached, so an outdated cache never refuses a caller.
 * - An answer that is invalidated while the owner is asked is not cached. An earlier invalidation was committed before
 *   the call, so the answer includes it.
 * - The oldest entries are removed first. None lives longer than `maxAgeMs`.
 */
export class CallerCache {
  readonly #options: CallerCacheOptions;
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();
  /** The keys of a user: a string for users with one key, which are nearly all, otherwise a set. */
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
    this.#remove(key, entry);
    return undefined;
  }

  /** Asks the owner, and caches the answer unless it was invalidated in the meantime. */
  async fill(key: string, ask: () => Promise<Caller>): Promise<Caller> {
    const fill: Fill = { invalidatedUsers: new Set(), isVoid: false };
    this.#fills.add(fill);
    // The lifetime starts before the call, because the answer may be that old.
    const goodUntil = this.#clock.monotonic() + this.#options.maxAgeMs;
    try {
      const caller = await ask();
      if (!fill.isVoid && !fill.invalidatedUsers.has(caller.userId)) this.#store(key, { caller, goodUntil });
      return caller;
    } finally {
      this.#fills.delete(fill);
    }
  }

  /** Removes all entries of a user whose account or key changed. */
  invalidate(userId: number): void {
    const keys = this.#keysByUser.get(userId);
    for (const key of typeof keys === 'string' ? [keys] : (keys ?? [])) this.#entries.delete(key);
    this.#keysByUser.delete(userId);
    for (const fill of this.#fills) fill.invalidatedUsers.add(userId);
  }

  /** Removes all entries, because a part of the log was missed or a new epoch started. */
  clear(): void {
    this.#entries.clear();
    this.#keysByUser.clear();
    for (const fill of this.#fills) fill.isVoid = true;
  }

  #store(key: string, entry: Entry): void {
    const before = this.#entries.get(key);
    if (before) this.#remove(key, before);
    while (this.#entries.size >= this.#options.maxEntries) {
      const [oldest, dropped] = this.#entries.entries().next().value!;
      this.#remove(oldest, dropped);
    }
    this.#entries.set(key, entry);
    const { userId } = entry.caller;
    const keys = this.#keysByUser.get(userId);
    if (keys === undefined) this.#keysByUser.set(userId, key);
    else if (typeof keys === 'string') this.#keysByUser.set(userId, new Set([keys, key]));
    else keys.add(key);
  }

  #remove(key: string, { caller }: Entry): void {
    this.#entries.delete(key);
    const keys = this.#keysByUser.get(caller.userId);
    if (keys === key) this.#keysByUser.delete(caller.userId);
    else if (typeof keys === 'object') {
      keys.delete(key);
      if (keys.size === 0) this.#keysByUser.delete(caller.userId);
    }
  }
}
