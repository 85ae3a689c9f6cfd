import type { UserId } from '@parley/rules';
import { LRUCache } from 'lru-cache';

/** An answer that is on its way. */
type Reading = { readonly userId: UserId; isOutdated: boolean };

/**
 * The answers of an owner about each person that registrations without data of this owner need
 * (docs/decisions/shared-registration.md#registrations-without-data).
 *
 * Invariant: no event of the log has changed a kept answer since it was asked for, up to the position of this gateway. So it is the
 * owner's data at this position, together with the changes that its snapshot shows already.
 */
export class KeptAnswers<Answer extends object> {
  readonly #answers: LRUCache<number, Answer>;
  readonly #readings = new Set<Reading>();

  /**
   * @param max maximum number of people
   * @param ttlMs time in milliseconds for which an answer is kept at most; 0 for no limit
   */
  constructor(max: number, ttlMs = 0) {
    this.#answers = new LRUCache({ max, ttl: ttlMs });
  }

  get size(): number {
    return this.#answers.size;
  }

  get(userId: UserId): Answer | undefined {
    return this.#answers.get(userId);
  }

  /**
   * Asks the owner, and keeps the answer unless an event changes it meanwhile. The answer may be from before such an event.
   * @param mayKeep whether events follow the changes of an answer
   */
  async read(
    userId: UserId,
    ask: () => Promise<Answer>,
    mayKeep: (answer: Answer) => boolean = () => true,
  ): Promise<Answer> {
    const reading = { userId, isOutdated: false };
    this.#readings.add(reading);
    try {
      const answer = await ask();
      if (!reading.isOutdated && mayKeep(answer)) this.#answers.set(userId, answer);
      return answer;
    } finally {
      this.#readings.delete(reading);
    }
  }

  /** Drops the answer about a person. Must be called when an event changes it. */
  drop(userId: UserId): void {
    this.#answers.delete(userId);
    for (const reading of this.#readings) if (reading.userId === userId) reading.isOutdated = true;
  }

  /** Drops all answers. Must be called when events were missed, and when a new epoch of the log has started. */
  clear(): void {
    this.#answers.clear();
    for (const reading of this.#readings) reading.isOutdated = true;
  }
}
