/** Maximum number of stored failures. The oldest one is removed first. */
const maxFailures = 2_000;

/** Remembers which keys have failed recently. Each further failure of a key is remembered for twice as long, up to a maximum. */
export class Failures {
  readonly #firstMs: number;
  readonly #longestMs: number;
  readonly #entries = new Map<string, { until: number; durationMs: number }>();

  constructor(firstMs: number, longestMs: number) {
    this.#firstMs = firstMs;
    this.#longestMs = longestMs;
  }

  /** Returns whether the key has failed recently and must not be tried yet. @param now milliseconds since the Unix epoch */
  isRecent(key: string, now: number): boolean {
    return (this.#entries.get(key)?.until ?? 0) > now;
  }

  add(key: string, now: number): void {
    const before = this.#entries.get(key);
    // When concurrent tasks fail, only the first failure counts.
    if (before && before.until > now) return;
    const durationMs = before ? Math.min(before.durationMs * 2, this.#longestMs) : this.#firstMs;
    this.#entries.delete(key);
    if (this.#entries.size >= maxFailures)
      for (const oldest of this.#entries.keys().take(1)) this.#entries.delete(oldest);
    this.#entries.set(key, { until: now + durationMs, durationMs });
  }

  remove(key: string): void {
    this.#entries.delete(key);
  }
}
