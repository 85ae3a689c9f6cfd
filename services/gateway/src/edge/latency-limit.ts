/**
 * Lower bound of the limit. A few slow requests on an idle server are not an overload. Neither is a service that pauses
 * for half a second at 150 requests per second, for instance because another process starts.
 */
export const leastAtFirst = 96;
/** After this many milliseconds of slow requests the lower bound falls to `leastInTheEnd`. */
const patienceMs = 2_000;
const leastInTheEnd = 32;
/** Initial limit. A process that has just started has no measurements, and its code is still being compiled. */
const atFirst = 512;
/** Interval between adjustments in milliseconds, and the minimum number of samples for an adjustment. */
const windowMs = 100;
const minSamples = 30;
const maxSamples = 512;
/** The 90th percentile may be this many times the target. */
const tailFactor = 3;
/**
 * When requests take too long, the new limit is the number of requests in flight times target / duration, for instance
 * half of them at twice the target. These are the bounds of that factor: one adjustment at most halves the limit, and
 * at least cuts it by a tenth.
 */
const lowestFactor = 0.5;
const highestFactor = 0.9;
/** Factor of an adjustment while requests are fast enough. */
const rise = 1.1;

/**
 * Determines how many requests to admit concurrently, from how long they take. While the median exceeds the target, or
 * the 90th percentile exceeds three times the target, the limit falls below the number of requests in flight, in
 * proportion to the excess. Otherwise it rises up to the maximum. So queues behind the gateway stay short, whatever the
 * current capacity of the services. Requests above the 90th percentile do not count, because some requests are
 * inherently slow. Requests that were admitted before the limit last fell do not count either: they waited in the queue
 * that is being drained, and would lower the limit twice.
 */
export class LatencyLimit {
  readonly #max: number;
  readonly #targetMs: number;
  readonly #samples: number[] = [];
  #limit: number;
  #inFlight = 0;
  #peak = 0;
  #since = 0;
  #reducedAt = Number.NEGATIVE_INFINITY;
  /** Time since which every adjustment has found that requests take too long. */
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

  /** Records that a request took `tookMs`. `now` is in milliseconds of a monotonic clock. */
  finished(tookMs: number, now: number): void {
    this.#inFlight--;
    if (now - tookMs < this.#reducedAt) return;
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
      this.#reducedAt = now;
    } else {
      this.#slowSince = undefined;
      this.#limit = Math.min(this.#max, Math.ceil(this.#limit * rise));
    }
    this.#samples.length = 0;
    this.#peak = this.#inFlight;
    this.#since = now;
  }
}
