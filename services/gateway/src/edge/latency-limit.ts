/**
 * Requests that are taken at once at least, whatever the last moment was like: a few slow ones on a quiet server are no
 * overload, nor is a service that pauses for half a second while a hundred and fifty come each second, as when another
 * process starts beside it.
 */
export const leastAtFirst = 96;
/** What stays slow for so long, milliseconds, is overload, and so many are taken at least. */
const patienceMs = 2_000;
const leastInTheEnd = 32;
/** Taken at first: a process that has just started compiles as it serves, and knows nothing yet. */
const atFirst = 512;
/** How often the limit is looked at, and how many requests must have finished by then. */
const windowMs = 100;
const minSamples = 30;
const maxSamples = 512;
/** Nine of ten should be done within so many times the target. */
const tailFactor = 3;
/**
 * When requests take too long, the limit becomes what was in flight times target / time taken: at twice the target
 * half of it. The factor is kept between these: one bad moment does not take more than half away, and a time just over
 * the target takes a tenth away, so that something changes.
 */
const lowestFactor = 0.5;
const highestFactor = 0.9;
/** While they are quick enough it is multiplied by this each time. */
const rise = 1.1;

/**
 * How many requests to take on at once, found by watching how long they take: while half of them take longer than
 * the target, or a tenth of them three times as long, the limit falls below what was in flight, the further the longer
 * they take; else it rises, up to the maximum. So a queue never grows behind us further than what is answered in time,
 * whatever the services behind can carry at the moment. The slowest tenth does not count: a few requests that are slow
 * by nature change nothing. Nor does what was taken on before the limit last fell: it tells of a queue that is ending,
 * and would make the limit fall twice for one reason.
 */
export class LatencyLimit {
  readonly #max: number;
  readonly #targetMs: number;
  readonly #samples: number[] = [];
  #limit: number;
  #inFlight = 0;
  #peak = 0;
  #since = 0;
  #fellAt = Number.NEGATIVE_INFINITY;
  /** When they began to take too long, without a better moment since. */
  #slowSince: number | undefined;

  constructor({ max, targetMs }: { max: number; targetMs: number }) {
    this.#max = max;
    this.#targetMs = targetMs;
    this.#limit = Math.min(atFirst, max);
  }

  get limit(): number {
    return this.#limit;
  }

  entered(inFlight: number): void {
    this.#inFlight = inFlight;
    if (inFlight > this.#peak) this.#peak = inFlight;
  }

  /** One request took `tookMs`; `now` in milliseconds of a clock that only goes forward. */
  finished(tookMs: number, now: number): void {
    this.#inFlight--;
    if (now - tookMs < this.#fellAt) return;
    if (this.#samples.length < maxSamples) this.#samples.push(tookMs);
    if (now - this.#since < windowMs || this.#samples.length < minSamples) return;
    this.#samples.sort((a, b) => a - b);
    const [half, most] = [0.5, 0.9].map((share) => this.#samples[Math.floor(this.#samples.length * share)]!);
    const fit = Math.min(this.#targetMs / half!, (tailFactor * this.#targetMs) / most!);
    if (fit < 1) {
      const lower = Math.floor(
        Math.min(this.#limit, this.#peak) * Math.min(highestFactor, Math.max(lowestFactor, fit)),
      );
      this.#slowSince ??= now;
      const least = now - this.#slowSince < patienceMs ? leastAtFirst : leastInTheEnd;
      this.#limit = Math.min(this.#max, Math.max(least, lower));
      this.#fellAt = now;
    } else {
      this.#slowSince = undefined;
      this.#limit = Math.min(this.#max, Math.ceil(this.#limit * rise));
    }
    this.#samples.length = 0;
    this.#peak = this.#inFlight;
    this.#since = now;
  }
}
