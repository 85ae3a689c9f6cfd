import { type Clock, required, systemClock, type Visitor, visitor } from '@parley/core';
import type { KeyScope, UserId } from '@parley/rules';
import { type Language, languageOf } from '@parley/texts';

/** An authenticated person or bot. */
export type Caller = {
  readonly userId: UserId;
  /** The browser session that makes the request; absent for API keys. */
  readonly sessionId?: number;
  /** SHA-256 of the API key, in base64; absent for sessions. */
  readonly keySha256?: string;
  /** Limits of the API key; absent for a key without limits, and for sessions. */
  readonly scope?: KeyScope;
  /** Time at which the API key expires, in milliseconds since the Unix epoch; absent for never. */
  readonly expiresAtMs?: number;
  /** Whether the caller is an incoming webhook, whose key works only in the addresses of its webhooks. */
  readonly isIncomingWebhook?: boolean;
  /** Language that the caller has chosen for the server's texts; absent for English. */
  readonly language?: Language;
};

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

type Entry = { caller: Caller | Visitor; goodUntil: number };

/** A lookup in progress. It records invalidations that happen during the lookup, because the answer must then not be cached. */
type Fill = { invalidatedUsers: Set<number>; isVoid: boolean };

/**
 * Caches authenticated callers, and that visitors are admitted.
 *
 * Invariants:
 * - Only positive answers are cached, so an outdated cache never refuses a valid caller.
 * - An answer is not cached when an invalidation of its user arrives during the lookup, because the answer may be from before
 *   the change. Changes that were announced earlier are included in the answer.
 * - When the cache is full, the oldest entries are removed first. No entry is used for longer than `maxAgeMs`.
 */
export class CallerCache {
  readonly #options: CallerCacheOptions;
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();
  /** Cache keys by user: a string for a user with one key, as most have, otherwise a set. Strings save memory. */
  readonly #keysByUser = new Map<number, string | Set<string>>();
  readonly #fills = new Set<Fill>();

  constructor(options: CallerCacheOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Caller | Visitor | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (this.#clock.monotonic() < entry.goodUntil) return entry.caller;
    this.#remove(key, entry);
    return undefined;
  }

  /** Looks a caller up with `ask`, and caches the answer unless it was invalidated during the lookup. */
  async fill<C extends Caller | Visitor>(key: string, ask: () => Promise<C>): Promise<C> {
    const fill: Fill = { invalidatedUsers: new Set(), isVoid: false };
    this.#fills.add(fill);
    // The lifetime begins before the lookup, because the answer may be from any time during it.
    const goodUntil = this.#clock.monotonic() + this.#options.maxAgeMs;
    try {
      const caller = await ask();
      const isInvalid = caller !== visitor && fill.invalidatedUsers.has(caller.userId);
      if (!fill.isVoid && !isInvalid) this.#store(key, { caller, goodUntil });
      return caller;
    } finally {
      this.#fills.delete(fill);
    }
  }

  /** Removes all entries of a user. Must be called when the user's account or one of their keys changed. */
  invalidate(userId: UserId): void {
    const keys = this.#keysByUser.get(userId);
    for (const key of typeof keys === 'string' ? [keys] : (keys ?? [])) this.#entries.delete(key);
    this.#keysByUser.delete(userId);
    for (const fill of this.#fills) fill.invalidatedUsers.add(userId);
  }

  /** Removes all entries. Must be called when events of the log were missed, or when a new epoch of the log started. */
  clear(): void {
    this.#entries.clear();
    this.#keysByUser.clear();
    for (const fill of this.#fills) fill.isVoid = true;
  }

  #store(key: string, entry: Entry): void {
    const before = this.#entries.get(key);
    if (before) this.#remove(key, before);
    while (this.#entries.size >= this.#options.maxEntries) {
      const [oldest, dropped] = required(this.#entries.entries().next().value, 'entry in the cache');
      this.#remove(oldest, dropped);
    }
    this.#entries.set(key, entry);
    if (entry.caller === visitor) return;
    const { userId } = entry.caller;
    const keys = this.#keysByUser.get(userId);
    if (keys === undefined) this.#keysByUser.set(userId, key);
    else if (typeof keys === 'string') this.#keysByUser.set(userId, new Set([keys, key]));
    else keys.add(key);
  }

  #remove(key: string, { caller }: Entry): void {
    this.#entries.delete(key);
    if (caller === visitor) return;
    const keys = this.#keysByUser.get(caller.userId);
    if (keys === key) this.#keysByUser.delete(caller.userId);
    else if (typeof keys === 'object') {
      keys.delete(key);
      if (keys.size === 0) this.#keysByUser.delete(caller.userId);
    }
  }
}
