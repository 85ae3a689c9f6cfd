/** Distance from the end, in pixels, below which the view counts as being at the end. */
const atEndPx = 40;

/** What the browser says about a scrolling element. */
export type ScrollState = {
  readonly scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
};

/**
 * Knows whether a view follows the end of its list. Only the reader stops it, by scrolling up. What is added at the end, or makes the
 * viewport lower, does not: the view then scrolls to the end again. Rows above that become lower move the view up, too.
 */
export class EndFollower {
  #follows = false;
  /** Scroll position when the view was last at the end, or when the reader last scrolled. */
  #restingTop = 0;
  /** Height of the viewport when the view was last at the end. */
  #restingHeight = 0;

  get follows(): boolean {
    return this.#follows;
  }

  /** Scroll position from which the reader scrolls. */
  get restingTop(): number {
    return this.#restingTop;
  }

  /** Notes that the view was scrolled to the end. */
  reach({ scrollTop, clientHeight }: ScrollState): void {
    this.#follows = true;
    this.#restingTop = scrollTop;
    this.#restingHeight = clientHeight;
  }

  /** Makes the view follow the end, which it reaches next. */
  begin(): void {
    this.#follows = true;
  }

  /** Notes that the view was moved to another place. */
  leave(): void {
    this.#follows = false;
  }

  /**
   * Looks at the scroll position, because the scroll event may come after the scrolling.
   * @param hasEnd whether the last row is rendered
   * @param grown how much rows have grown since the view was at the end, in pixels
   */
  look({ scrollTop, scrollHeight, clientHeight }: ScrollState, hasEnd: boolean, grown = 0): void {
    if (this.#follows && scrollTop >= this.#restingTop - 1) return;
    const lowered = this.#follows ? Math.max(0, this.#restingHeight - clientHeight) : 0;
    const toEnd = scrollHeight - scrollTop - clientHeight;
    this.#follows = hasEnd && toEnd - lowered - grown < atEndPx;
    this.#restingTop = scrollTop;
  }
}
