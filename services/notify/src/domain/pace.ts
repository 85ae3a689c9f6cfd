/** Rates at which notifications are decided and sent. No I/O, no timers. */

/** People per second: `@all` to 50,000 people takes 33 s of the promised 60 s. */
const duePerSecond = 1_500;

/** In milliseconds. @param position number of people before this person */
export const dueDelayMs = (position: number): number => Math.floor((position * 1_000) / duePerSecond);

/** In milliseconds. The first message after a silence of this length is told at once. */
export const betweenTurnsMs = 60_000;

/** Length of the pause after a step of a turn, as a multiple of the step's time, and the longest pause in milliseconds. */
const rest = { factor: 4, longestMs: 30_000 };

/**
 * Returns the pause after a step of a turn, in milliseconds. It is proportional to the step's time. So turns use at most a fifth of the
 * time of one connection and one processor, and less when these are busy, because a step takes longer then.
 */
export const restMs = (tookMs: number): number => Math.min(rest.factor * tookMs, rest.longestMs);

export type PaceLimits = {
  /** Minimum rate, even when the batches are slow. It bounds how late people are notified. */
  slowest: number;
  fastest: number;
  /** Minimum and maximum number of people in a batch. */
  fewest: number;
  most: number;
};

/** Higher than for sending, because decisions about later messages wait. */
export const decidingLimits: PaceLimits = { slowest: 4_000, fastest: 10_000, fewest: 250, most: 1_000 };
/** On one replica. Even when all notifications are overdue, 50,000 people take at most 31 s. */
export const sendingLimits: PaceLimits = { slowest: 1_600, fastest: 5_000, fewest: 200, most: 1_000 };

/** Slow: time per person above `slowFactor` times that of the fastest recent batch, plus `toleratedMs`. */
const slowFactor = 2;
const toleratedMs = 5;
const decrease = 0.7;
/** Increase of the rate after a batch that was not slow, in people per second. */
const increase = 50;
/** Growth of the remembered fastest time, so that one exceptionally fast batch is forgotten. */
const forget = 1.01;

/**
 * Limits the rate of background work, so that processors and database stay available for requests. The rate grows by a fixed
 * step after a fast batch and shrinks by a factor after a slow one (additive increase, multiplicative decrease). The batch size
 * doubles when batches are too slow for the minimum rate, because they then mostly wait, and a larger batch waits no longer. It
 * is halved when batches are fast.
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

  /** Current rate, in people per second. */
  get perSecond(): number {
    return this.#perSecond;
  }

  get batch(): number {
    return this.#batch;
  }

  /** Of a full batch. Smaller batches are faster and would distort the measurement. */
  observe(tookMs: number, people: number): void {
    const { slowest, fastest, fewest, most } = this.#limits;
    const perPersonMs = tookMs / people;
    this.#fastMs = Math.min(this.#fastMs * forget, perPersonMs);
    const isSlow = tookMs > this.#fastMs * people * slowFactor + toleratedMs;
    // Duration of the batch, divided by the time that it may take at the minimum rate.
    const share = (tookMs * slowest) / (people * 1_000);
    const size = share > 1 ? this.#batch * 2 : share < 0.25 ? this.#batch / 2 : this.#batch;
    this.#batch = Math.min(most, Math.max(fewest, Math.floor(size)));
    const wanted = isSlow ? this.#perSecond * decrease : this.#perSecond + increase;
    this.#perSecond = Math.min(fastest, Math.max(slowest, wanted));
  }

  /** In milliseconds. @param people in the last batch @param passedMs since its start */
  pauseMs(people: number, passedMs: number): number {
    return Math.max(0, (people * 1_000) / this.#perSecond - passedMs);
  }
}
