/** Requests that are always taken at once: a few slow ones on a quiet server are no overload. */
const minimum = 32;
/** How often the limit is looked at, and how many requests must have finished by then. */
const windowMs = 250;
const minSamples = 10;
const maxSamples = 512;
/** Nine of ten should be done within so many times the target. */
const tailFactor = 3;

/**
 * How many requests to take on at once, found by watching how long they take: while half of them take longer than
 * the target, or a tenth of them three times as long, the limit falls below what was in flight; else it rises, up to
 * the maximum. So a queue never grows behind us further than what is answered in time, whatever the services behind
 * can carry at the moment. The slowest tenth does not count: a few requests that are slow by nature change nothing.
 */
export class LatencyLimit {
  readonly #max: number;
  readonly #targetMs: number;
  readonly #samples: number[] = [];
  #limit: number;
  #peak = 0;
  #since = 0;

  constructor({ max, targetMs }: { max: number; targetMs: number }) {
    this.#max = max;
    this.#targetMs = targetMs;
    this.#limit = max;
  }

  get limit(): number {
    return this.#limit;
  }

  entered(inFlight: number): void {
    if (inFlight > this.#peak) this.#peak = inFlight;
  }

  /** One request took `tookMs`; `now` in milliseconds of a clock that only goes forward. */
  finished(tookMs: number, now: number): void {
    if (this.#samples.length < maxSamples) this.#samples.push(tookMs);
    if (now - this.#since < windowMs || this.#samples.length < minSamples) return;
    this.#samples.sort((a, b) => a - b);
    const [half, most] = [0.5, 0.9].map((share) => this.#samples[Math.floor(this.#samples.length * share)]!);
    if (half! > this.#targetMs || most! > tailFactor * this.#targetMs) {
      const lower = Math.floor(Math.min(this.#limit, this.#peak) * 0.75);
      this.#limit = Math.min(this.#max, Math.max(minimum, lower));
    } else this.#limit = Math.min(this.#max, Math.ceil(this.#limit * 1.2));
    this.#samples.length = 0;
    this.#peak = 0;
    this.#since = now;
  }
}
