/** What was observed of sends during a batch. */
export type SendsBeside = {
  /** Times of sends beside the import, in milliseconds. */
  readonly besideMs: readonly number[];
  /** The 95th percentile of sends without an import; 0 when there were none. */
  readonly aloneMs: number;
};

/** Numbers of messages that are stored together: the most, the fewest, and the first ones beside people who write. */
const sizes = { most: 1_000, fewest: 20, first: 200 } as const;
/** Number of sends after which the pace is decided. */
const decidedAfter = 20;
/** Above the first ratio of times with and without an import, it gives way; below the second, it takes more. The aim is 2. */
const [tooSlow, fastEnough] = [1.6, 1.2] as const;
/** Nobody notices a send that takes no longer than this, in milliseconds. */
const unnoticedMs = 25;
/** Share of the time in which an import rests at most, and steps of the share. */
const [mostRest, restStep] = [0.95, 0.15] as const;
/** Share of the time in which an import beside people rests until it has seen how long their sends take. */
const firstRest = 0.5;
const longestPauseMs = 3_000;

/**
 * Decides how much an import does at once, and how long it rests in between, so that sends of people stay about as fast as without it.
 * First batches become smaller, then rests come between them. Where nobody sends, it takes all that it can.
 */
export class Pace {
  #size: number;
  #rest: number;
  #times: number[] = [];

  /** @param isLiving whether people may write meanwhile */
  constructor(isLiving: boolean) {
    this.#size = isLiving ? sizes.first : sizes.most;
    this.#rest = isLiving ? firstRest : 0;
  }

  /** Number of messages of the next batch. */
  get size(): number {
    return Math.floor(this.#size);
  }

  /** Whether only one batch may be stored at a time. */
  get isGentle(): boolean {
    return this.#rest > 0 || this.#size < sizes.most;
  }

  /** Decides the pace by what was observed of sends during a batch. */
  observe({ besideMs, aloneMs }: SendsBeside): void {
    if (besideMs.length === 0 && this.#times.length === 0) {
      this.#rest = 0;
      this.#takeMore();
      return;
    }
    this.#times.push(...besideMs);
    if (this.#times.length < decidedAfter) return;
    const sorted = this.#times.toSorted((one, other) => one - other);
    const ratio = sorted[Math.floor(sorted.length * 0.95)]! / Math.max(aloneMs, unnoticedMs);
    this.#times = [];
    if (ratio > tooSlow) this.#giveWay();
    else if (ratio < fastEnough) this.#takeMore();
  }

  /** Returns how long to rest after a batch that took this long, in milliseconds. */
  pauseAfter(tookMs: number): number {
    return Math.min(longestPauseMs, (tookMs * this.#rest) / (1 - this.#rest));
  }

  #giveWay(): void {
    if (this.#size > sizes.fewest) this.#size = Math.max(sizes.fewest, this.#size / 2);
    this.#rest = Math.min(mostRest, this.#rest + restStep);
  }

  #takeMore(): void {
    if (this.#rest > 0) this.#rest = Math.max(0, this.#rest - restStep / 3);
    else this.#size = Math.min(sizes.most, this.#size * 1.5);
  }
}
