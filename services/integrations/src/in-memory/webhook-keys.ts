import { type FollowedEvent, type FollowOptions, handleFacts } from '@parley/event-log';
import type { User } from '@parley/facts';
import type { UserId } from '@parley/rules';

type Entry = { bot: User; goodUntil: number };
/** A lookup under way, and the accounts that changed meanwhile. */
type Lookup = { changed: Set<number>; isVoid: boolean };

/** Longest time for which a verified key is not verified again, in milliseconds, as that of callers in the gateway. */
const maxAgeMs = 10_000;
const maxEntries = 5_000;

/** Remembers the bots of right keys for a short time, which the log ends; each key would cost a query of user-admin. */
export class WebhookKeys {
  readonly #entries = new Map<string, Entry>();
  readonly #lookups = new Set<Lookup>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Returns the bot of a key.
   * @param hash of the key
   * @param isFollowing whether the log is followed up to now; otherwise the owner is asked
   * @param ask verifies the key
   * @throws the error of `ask` for a wrong key
   */
  async botOf(hash: string, isFollowing: boolean, ask: () => Promise<User>): Promise<User> {
    const known = this.#entries.get(hash);
    if (isFollowing && known && this.#now() < known.goodUntil) return known.bot;
    const lookup: Lookup = { changed: new Set(), isVoid: false };
    this.#lookups.add(lookup);
    // The answer may be from any time during the lookup.
    const goodUntil = this.#now() + maxAgeMs;
    try {
      const bot = await ask();
      if (isFollowing && !lookup.isVoid && !lookup.changed.has(bot.userId))
        this.#store(hash, { bot, goodUntil });
      return bot;
    } finally {
      this.#lookups.delete(lookup);
    }
  }

  /** Forgets the keys of an account, because it or one of its keys changed. */
  forget(userId: UserId): void {
    for (const [hash, { bot }] of this.#entries) if (bot.userId === userId) this.#entries.delete(hash);
    for (const lookup of this.#lookups) lookup.changed.add(userId);
  }

  /** Forgets all keys, because events of the log were missed. */
  clear(): void {
    this.#entries.clear();
    for (const lookup of this.#lookups) lookup.isVoid = true;
  }

  #store(hash: string, entry: Entry): void {
    this.#entries.delete(hash);
    if (this.#entries.size >= maxEntries) this.#entries.delete(this.#entries.keys().next().value!);
    this.#entries.set(hash, entry);
  }
}

type Handlers = Pick<FollowOptions, 'onEvents' | 'onEpoch' | 'onGap'>;

/** Returns handlers of the log that end remembered keys before they do what the given ones do. */
export function alsoInvalidating<H extends Handlers>(handlers: H, keys: WebhookKeys): H {
  const invalidate: (events: readonly FollowedEvent[]) => void = handleFacts(
    ['userChanged', 'apiKeyRevoked', 'accessEnded', 'organizationDeactivated'],
    {
      userChanged: ({ user }) => user && keys.forget(user.userId),
      apiKeyRevoked: ({ userId }) => keys.forget(userId),
      accessEnded: ({ userId }) => keys.forget(userId),
      organizationDeactivated: () => keys.clear(),
    },
    // A fact that this release cannot decode may concern any account.
    ({ mayHaveFact }) => {
      if (mayHaveFact) keys.clear();
    },
  );
  return {
    ...handlers,
    onEvents: (...given: Parameters<H['onEvents']>) => {
      invalidate(given[0]);
      return handlers.onEvents(...(given as Parameters<Handlers['onEvents']>));
    },
    onEpoch: (...given: Parameters<NonNullable<H['onEpoch']>>) => {
      keys.clear();
      return handlers.onEpoch?.(...(given as Parameters<NonNullable<Handlers['onEpoch']>>));
    },
    onGap: (...given: Parameters<NonNullable<H['onGap']>>) => {
      keys.clear();
      return handlers.onGap?.(...(given as Parameters<NonNullable<Handlers['onGap']>>));
    },
  };
}
