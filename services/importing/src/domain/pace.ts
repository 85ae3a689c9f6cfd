/** What was observed of sends during a batch and the rest after it. */
export type SendsBeside = {
  /** Times of sends beside the import, in milliseconds. */
  readonly besideMs: readonly number[];
  /** The 99th percentile of sends without an import; 0 when there were none. */
  readonly aloneMs: number;
};

/** Numbers of messages that are stored together: the most, the fewest, and the first ones beside people who write. */
const sizes = { most: 1_000, fewest: 20, first: 100 } as const;
/** A send is slow that takes this much longer than the 99th percentile without an import. The aim for the 99th percentile is 2. */
const slowFrom = 1.5;
/** Nobody notices a send that takes no longer than this, in milliseconds. */
const unnoticedMs = 8;
/** What counts as slow where no send without an import was seen, in milliseconds. */
const unknownMs = 100;
/** Of so many sends, one may be slow. */
const oneOf = 100;
/** Where nobody has sent for this long, an import takes all that it can, in milliseconds. */
const quietMs = 3_000;
/** Number of batches after which an import takes more, where few people send. */
const enoughBatches = 25;
/** Share of the time in which an import rests at most, and steps of the share. */
const [mostRest, restStep] = [0.95, 0.15] as const;
/** Share of the time in which an import beside people rests until it has seen how long their sends take. */
const firstRest = 0.6;
const longestPauseMs = 3_000;

/**
 * Decides how much an import does at once, and how long it rests in between, so that the slowest sends of people stay below twice their
 * time without it. First batches become smaller, then rests come between them. Where nobody sends, it takes all that it can.
 */
export class Pace {
  #size: number;
  #rest: number;
  #sends = 0;
  #slow = 0;
  #batches = 0;

  readonly #now: () => number;
  /** When sends were observed last. */
  #sentAt: number;

  /** @param isLiving whether people may write meanwhile */
  constructor(isLiving: boolean, now: () => number = () => performance.now()) {
    this.#size = isLiving ? sizes.first : sizes.most;
    this.#rest = isLiving ? firstRest : 0;
    this.#now = now;
    this.#sentAt = isLiving ? now() : Number.NEGATIVE_INFINITY;
  }

  /** Number of messages of the next batch. */
  get size(): number {
    return Math.floor(this.#size);
  }

  /** Whether only one batch may be stored at a time. */
  get isGentle(): boolean {
    return this.#rest > 0 || this.#size < sizes.most;
  }

  /** Nobody sends, as far as is known. */
  takeAll(): void {
    this.#rest = 0;
    this.#size = sizes.most;
    this.#sentAt = Number.NEGATIVE_INFINITY;
  }

  /** Decides the pace by what was observed of sends. */
  observe({ besideMs, aloneMs }: SendsBeside): void {
    if (besideMs.length > 0) this.#sentAt = this.#now();
    else if (this.#now() - this.#sentAt >= quietMs) {
      this.#rest = 0;
      this.#size = Math.min(sizes.most, this.#size * 2);
      this.#begin();
      return;
    }
    const limit = aloneMs === 0 ? unknownMs : Math.max(aloneMs * slowFrom, unnoticedMs);
    this.#sends += besideMs.length;
    this.#slow += besideMs.filter((ms) => ms > limit).length;
    this.#batches++;
    // A single slow send may be chance.
    if (this.#slow > Math.max(1, this.#sends / oneOf)) {
      this.#giveWay(this.#slow > this.#sends / 10);
      this.#begin();
    } else if (this.#sends >= oneOf || this.#batches >= enoughBatches) {
      if (this.#slow === 0) this.#takeMore();
      this.#begin();
    }
  }

  /** Returns how long to rest after work that took this long, in milliseconds. */
  pauseAfter(tookMs: number): number {
    return Math.min(longestPauseMs, (tookMs * this.#rest) / (1 - this.#rest));
  }

  #begin(): void {
    [this.#sends, this.#slow, this.#batches] = [0, 0, 0];
  }

  #giveWay(isMuch: boolean): void {
    this.#size = Math.max(sizes.fewest, this.#size / (isMuch ? 4 : 2));
    this.#rest = Math.min(mostRest, this.#rest + restStep);
  }

  #takeMore(): void {
    if (this.#rest > 0) this.#rest = Math.max(0, this.#rest - restStep / 3);
    else this.#size = Math.min(sizes.most, this.#size * 1.5);
  }
}
