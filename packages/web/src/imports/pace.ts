/** Estimates how long an import will take from how fast it was lately. */

/** Time that the estimate looks back, in milliseconds. */
const windowMs = 60_000;
/** Time of observation below which there is no estimate. */
const leastMs = 4_000;

export class Pace {
  #seen: { readonly at: number; readonly done: number }[] = [];

  /**
   * Notes how far the import is.
   * @param nowMs a time in milliseconds; later calls have later times
   */
  note(done: number, nowMs: number): void {
    // An import that was continued begins at its checkpoint, which may be before what was seen.
    const last = this.#seen.at(-1);
    if (last && done < last.done) this.#seen = [];
    this.#seen.push({ at: nowMs, done });
    while (this.#seen.length > 2 && (this.#seen[1]?.at ?? nowMs) <= nowMs - windowMs) this.#seen.shift();
  }

  /** Returns the seconds that are left; undefined while that cannot be said. */
  secondsLeft(total: number): number | undefined {
    const first = this.#seen[0];
    const last = this.#seen.at(-1);
    if (!first || !last || total <= 0) return undefined;
    const elapsed = last.at - first.at;
    const progress = last.done - first.done;
    if (elapsed < leastMs || progress <= 0) return undefined;
    return Math.max(0, Math.ceil(((total - last.done) * elapsed) / progress / 1_000));
  }
}

/** Returns a time in its largest suitable unit: hours from 1.5 hours on, minutes from 1.5 minutes on. */
export function durationParts(seconds: number): {
  readonly unit: 'hours' | 'minutes' | 'seconds';
  readonly count: number;
} {
  if (seconds >= 5_400) return { unit: 'hours', count: Math.round(seconds / 3_600) };
  if (seconds >= 90) return { unit: 'minutes', count: Math.round(seconds / 60) };
  return { unit: 'seconds', count: Math.ceil(seconds) };
}
