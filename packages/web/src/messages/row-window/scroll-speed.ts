/** Time after the last scroll event during which the reader counts as scrolling, in milliseconds. */
const scrollingMs = 300;

/** Distances from the visible part to the ends of a list, in pixels. */
export type Distances = { readonly toStart: number; readonly toEnd: number };

/** Measures how fast a reader scrolls. */
export class ScrollSpeed {
  /** Time of the last scroll event that moved the view, in milliseconds. */
  #scrolledAt = Number.NEGATIVE_INFINITY;
  #distances: Distances = { toStart: 0, toEnd: 0 };
  /** Moving average in pixels per millisecond. */
  #speed = 0;

  /** Notes a scroll event that moved the view. */
  note(distances: Distances, now: number): void {
    // Adding rows above or below changes only one distance. Scrolling changes both, so the smaller change is the scrolled distance.
    const change = Math.min(
      Math.abs(distances.toStart - this.#distances.toStart),
      Math.abs(distances.toEnd - this.#distances.toEnd),
    );
    this.#speed = 0.7 * this.#speed + 0.3 * (change / Math.max(16, now - this.#scrolledAt));
    this.#scrolledAt = now;
    this.#distances = distances;
  }

  isScrolling(now: number): boolean {
    return now - this.#scrolledAt < scrollingMs;
  }

  /** Returns the speed in pixels per millisecond; 0 while the reader does not scroll. */
  at(now: number): number {
    return this.isScrolling(now) ? this.#speed : 0;
  }
}
