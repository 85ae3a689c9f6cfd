/** How fast notifications are decided and sent. No I/O, no timers. */

/**
 * Rate at which the notifications of one message become due, in people per second. It spreads `@all` to 50,000 people
 * over 33 s; the promise is 60 s. Other notifications that are due meanwhile are sent in between.
 */
const duePerSecond = 1_500;

/**
 * Returns by how much the notification of a person is delayed, in milliseconds.
 * @param position number of people who are notified of the same message before this person
 */
export const dueDelayMs = (position: number): number => Math.floor((position * 1_000) / duePerSecond);

/** Limits of a pace, in people per second. */
export type PaceLimits = {
  /** Rate that is kept even when everything is slow, so that nobody is notified too late. */
  slowest: number;
  fastest: number;
  /** Numbers of people in a batch. */
  fewest: number;
  most: number;
};

/** Limits for deciding. Decisions about other messages wait meanwhile, so they are faster than sending. */
export const decidingLimits: PaceLimits = { slowest: 4_000, fastest: 10_000, fewest: 250, most: 1_000 };
/** Limits for sending on one replica: 50,000 people take at most 31 s, also after an outage when all are overdue. */
export const sendingLimits: PaceLimits = { slowest: 1_600, fastest: 5_000, fewest: 200, most: 1_000 };

/**
 * A batch counts as slow when a person in it takes this many times as long as in the fastest recent one, and the batch
 * `toleratedMs` more.
 */
const slowFactor = 2;
const toleratedMs = 5;
/** Share of the rate that is kept after a slow batch. */
const decrease = 0.7;
/** Number of people per second by which the rate grows after a batch that was not slow. */
const increase = 50;
/** Growth of the time that counts as fast with each batch, so that an exceptionally fast one does not count for ever. */
const forget = 1.01;

/**
 * Spreads work over time, so that it does not take the processors and the database from others. It grows the rate step by
 * step while the statements and calls of its own batches are fast, and lowers it at once when they become slow (additive
 * increase, multiplicative decrease). Batches are small while the lower limit can be kept with them, and grow when it cannot:
 * most of their time is waiting then, which larger batches share.
 */
export class Pace {
  readonly #limits: PaceLimits;
  #perSecond: number;
  #batch: number;
  #fastMs = Number.POSITIVE_INFINITY;

  constructor(limits: PaceLimits) {
    this.#limits = limits;
    this.#perSecond = limits.slowest;
    this.#batch = limits.fewest;
  }

  /** The present rate, in people per second. */
  get perSecond(): number {
    return this.#perSecond;
  }

  /** The present number of people in a batch. */
  get batch(): number {
    return this.#batch;
  }

  /** Reports how long the lookups of a full batch took. Smaller batches are faster and would mislead. */
  observe(tookMs: number, people: number): void {
    const { slowest, fastest, fewest, most } = this.#limits;
    const perPersonMs = tookMs / people;
    this.#fastMs = Math.min(this.#fastMs * forget, perPersonMs);
    const isSlow = tookMs > this.#fastMs * people * slowFactor + toleratedMs;
    // Duration of the batch as a share of the time in which the slowest permitted pace must finish it.
    const share = (tookMs * slowest) / (people * 1_000);
    const size = share > 1 ? this.#batch * 2 : share < 0.25 ? this.#batch / 2 : this.#batch;
    this.#batch = Math.min(most, Math.max(fewest, Math.floor(size)));
    const wanted = isSlow ? this.#perSecond * decrease : this.#perSecond + increase;
    this.#perSecond = Math.min(fastest, Math.max(slowest, wanted));
  }

  /**
   * Returns how long to wait before the next batch, in milliseconds.
   * @param people number of people in the last batch
   * @param passedMs time since the last batch was begun
   */
  pauseMs(people: number, passedMs: number): number {
    return Math.max(0, (people * 1_000) / this.#perSecond - passedMs);
  }
}
