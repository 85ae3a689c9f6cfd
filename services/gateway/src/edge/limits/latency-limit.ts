/** A few slow requests on an idle server, or a service that pauses for half a second, are no overload. */
import { itemAt } from '@parley/core';

export const leastAtFirst = 96;
/** After this many milliseconds in which requests were too slow, the lower bound falls to `leastInTheEnd`. */
const firstLimitForMs = 2_000;
const leastInTheEnd = 32;
/** Below the maximum, because a process that has just started has no measurements and no compiled code. */
const atFirst = 512;
/** Minimum interval between adjustments in milliseconds, and the minimum and maximum number of durations for an adjustment. */
const windowMs = 100;
const minSamples = 30;
const maxSamples = 512;
/** The 90th percentile may be at most this many times the target. */
const tailFactor = 3;
/** The new limit is the highest number in flight since the last adjustment times target / duration, within these. */
const lowestFactor = 0.5;
const highestFactor = 0.9;
/** Factor by which an adjustment raises the limit when requests are fast enough. */
const rise = 1.1;

/**
 * Determines how many requests to admit concurrently, from how long requests take. When the median exceeds the target, or the
 * 90th percentile exceeds three times the target, the limit falls below the number of requests in flight, in proportion to the
 * excess. Otherwise the limit rises up to the maximum. So queues behind the gateway stay short, whatever the current capacity
 * of the services is.
 *
 * Requests above the 90th percentile are ignored, because some requests are inherently slow. Requests that were admitted before
 * the limit last fell are ignored too: they waited in a queue that the lower limit is already shortening.
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
  /** Time since which every adjustment has found requests too slow; undefined when the last one did not. */
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
    const tookMost = (share: number) => itemAt(this.#samples, Math.floor(this.#samples.length * share));
    const fit = Math.min(this.#targetMs / tookMost(0.5), (tailFactor * this.#targetMs) / tookMost(0.9));
    if (fit < 1) {
      const lower = Math.floor(
        Math.min(this.#limit, this.#peak) * Math.min(highestFactor, Math.max(lowestFactor, fit)),
      );
      this.#slowSince ??= now;
      const least = now - this.#slowSince < firstLimitForMs ? leastAtFirst : leastInTheEnd;
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
