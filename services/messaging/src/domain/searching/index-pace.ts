/** A message is in the search index at most so long after it was sent, in milliseconds, with a tenth of the promised second to spare. */
const freshnessMs = 900;
/** How often the worker looks at most, however slow it is, in milliseconds. */
const minPaceMs = 100;
/** How fast a slow look is forgotten. */
const memory = 0.9;

/**
 * How often the worker of the search index looks for new messages. A look costs the database the same whether it finds one message or a
 * thousand, so looks are as rare as the promise allows. A message waits for a look to begin and to end: after slow looks, the next ones
 * begin earlier.
 */
export class IndexPace {
  readonly #longestMs: number;
  #lookMs = 0;

  /** @param longestMs how often it looks at least, in milliseconds */
  constructor(longestMs: number) {
    this.#longestMs = longestMs;
  }

  /** Returns how long after the beginning of a look the next one should begin, in milliseconds. */
  after(lookMs: number): number {
    this.#lookMs = Math.max(lookMs, this.#lookMs * memory);
    // Twice: what is sent just after a look began waits for the pace and the next look, which may be slower still.
    return Math.min(this.#longestMs, Math.max(freshnessMs - 2 * this.#lookMs, minPaceMs));
  }
}
