/** How often and how recently a person opened conversations, channels, people and commands: what is used comes first. */
import { forgetOldest } from '../../lib/forget-oldest.ts';

export type VisitRecord = readonly [key: string, times: readonly number[]];

/** Number of visits of one thing that count, and of things that are remembered. */
const maxTimes = 10;
const maxKeys = 300;
const hour = 3_600_000;
const day = 24 * hour;
/** Visits in one sitting count once, so that going to and fro is not a habit. */
const leastBetweenMs = 60_000;
/** How much a visit counts by its age. */
const weights: readonly (readonly [withinMs: number, weight: number])[] = [
  [4 * hour, 10],
  [day, 8],
  [4 * day, 6],
  [14 * day, 4],
  [31 * day, 2],
  [90 * day, 1],
];
/** Above this number of points, more visits add nothing. */
const mostPoints = 60;

/** Returns the points of a visit, of two within the same period more for the later one. */
function pointsOf(ageMs: number): number {
  const [withinMs, weight] = weights.find(([limitMs]) => ageMs <= limitMs) ?? [1, 0];
  return weight * (1 - (0.1 * Math.max(0, ageMs)) / withinMs);
}

export class Visits {
  /** Times in Unix milliseconds, the newest first. The thing that was visited last is the last key. */
  readonly #times = new Map<string, readonly number[]>();

  /** Adds what was kept on the device, before what has been visited since. */
  load(records: readonly VisitRecord[]): void {
    const since = this.records();
    this.#times.clear();
    for (const [key, times] of [...records, ...since]) {
      const before = this.#times.get(key) ?? [];
      this.#times.delete(key);
      this.#times.set(key, [...times, ...before].slice(0, maxTimes));
    }
  }

  /** Records a visit. Returns whether anything has changed. */
  add(key: string, now: number): boolean {
    const before = this.#times.get(key) ?? [];
    if (before[0] !== undefined && now - before[0] < leastBetweenMs && [...this.#times.keys()].at(-1) === key)
      return false;
    const counts = before[0] === undefined || now - before[0] >= leastBetweenMs;
    this.#times.delete(key);
    this.#times.set(key, counts ? [now, ...before].slice(0, maxTimes) : before);
    forgetOldest(this.#times, maxKeys);
    return true;
  }

  /** Returns how much a thing is used: 0 for never, 1 for often and recently. */
  weight(key: string, now: number): number {
    const points = (this.#times.get(key) ?? []).reduce((sum, time) => sum + pointsOf(now - time), 0);
    return Math.min(1, points / mostPoints);
  }

  /** Returns what was visited, the last first. */
  recent(): string[] {
    return [...this.#times.keys()].reverse();
  }

  /** Returns everything, to be kept on the device. */
  records(): VisitRecord[] {
    return [...this.#times.entries()];
  }
}
