/**
 * The geometry of a virtual list, without a document: which rows are rendered, how high the others are taken to be, and which rows
 * belong to a scroll position. Two empty elements of the heights `above` and `below` stand for the rows that are not rendered.
 */

/** Height of the area that is rendered beyond each edge of the viewport, relative to the viewport's height. */
const marginShare = 0.75;
/** Number of rows to render between two checks of the elapsed time. */
export const rowsPerReading = 2;
/** Number of screens of rows that may be rendered when many rows were added at the end. */
const maxScreensAtEnd = 6;

/** Edges of the rendered rows relative to the viewport's upper edge, and the viewport's height, in pixels. */
export type Edges = { top: number; bottom: number; readonly height: number };

/** Indexes of rows: from the first one to the one after the last. */
export type RowRange = { readonly from: number; readonly to: number };

export class RowGeometry<R extends object> {
  readonly #estimate: (row: R) => number;
  /** Heights of rows that were rendered, in pixels. */
  readonly #measured = new WeakMap<R, number>();
  /** Estimated heights. A row keeps its estimate until it is measured, because `above` and `below` contain it. */
  readonly #estimated = new WeakMap<R, number>();
  #rows: readonly R[] = [];
  #start = 0;
  #end = 0;
  #above = 0;
  #below = 0;

  /** @param estimate returns the height that a row will probably have, in pixels */
  constructor(estimate: (row: R) => number) {
    this.#estimate = estimate;
  }

  get rows(): readonly R[] {
    return this.#rows;
  }
  get start(): number {
    return this.#start;
  }
  /** Index after the last rendered row. */
  get end(): number {
    return this.#end;
  }
  get isEmpty(): boolean {
    return this.#start === this.#end;
  }
  get hasEnd(): boolean {
    return this.#end === this.#rows.length;
  }
  /** Height of the empty element above the rendered rows, in pixels. */
  get above(): number {
    return Math.max(0, Math.round(this.#above));
  }
  /** Height of the empty element below the rendered rows, in pixels. */
  get below(): number {
    return Math.max(0, Math.round(this.#below));
  }

  /** Returns the height of a row: as measured, or else as estimated. */
  heightOf(row: R): number {
    const known = this.#measured.get(row) ?? this.#estimated.get(row);
    if (known !== undefined) return known;
    const height = this.#estimate(row);
    this.#estimated.set(row, height);
    return height;
  }

  isMeasured(row: R): boolean {
    return this.#measured.has(row);
  }

  /** Notes the height of a rendered row. Returns by how much it has changed; 0 at the first time. */
  measure(row: R, height: number): number {
    const before = this.#measured.get(row);
    this.#measured.set(row, height);
    return before === undefined ? 0 : height - before;
  }

  /** Returns the height of the row at a place; 0 for a place without a row. */
  #heightAt(index: number): number {
    const row = this.#rows[index];
    return row ? this.heightOf(row) : 0;
  }

  heightBetween(from: number, to: number): number {
    let sum = 0;
    for (let index = from; index < to; index++) sum += this.#heightAt(index);
    return sum;
  }

  /**
   * Takes over a changed list. The rendered rows that it still has stay rendered, and so do rows that replace rendered ones. If the view
   * follows the end, rows that were added there are rendered, too: at most those of a few screens.
   * @param perScreen number of rows that fill the viewport
   */
  adopt(next: readonly R[], followsEnd: boolean, perScreen: number): void {
    const before = this.#rows;
    const [start, end] = [this.#start, this.#end];
    const hadEnd = end === before.length;
    let from = start;
    let first = -1;
    while (from < end && first < 0) first = next.indexOf(before[from++]!);
    let to = end;
    let last = -1;
    while (to > start && last < 0) last = next.lastIndexOf(before[--to]!);
    this.#rows = next;
    if (first < 0) {
      [this.#start, this.#end] = [0, 0];
    } else {
      this.#start = Math.max(0, first - (from - 1 - start));
      this.#end = Math.min(next.length, last + 1 + (end - 1 - to));
      if (hadEnd && followsEnd) {
        this.#end = next.length;
        if (this.#end - this.#start > maxScreensAtEnd * perScreen)
          this.#start = Math.max(0, this.#end - perScreen);
      }
    }
    this.#above = this.heightBetween(0, this.#start);
    this.#below = this.heightBetween(this.#end, next.length);
  }

  /** Changes which rows are rendered. */
  moveTo({ from, to }: RowRange): void {
    const [start, end] = [this.#start, this.#end];
    this.#above += from >= start ? this.heightBetween(start, from) : -this.heightBetween(from, start);
    this.#below += to <= end ? this.heightBetween(to, end) : -this.heightBetween(end, to);
    [this.#start, this.#end] = [from, to];
    // Estimates may have been wrong while their rows were rendered.
    if (from === 0) this.#above = 0;
    if (this.hasEnd) this.#below = 0;
  }

  /** Returns a screenful of rows around a row, of which `before` are above it. */
  around(index: number, before: number, perScreen: number): RowRange {
    const from = Math.max(0, Math.min(index - Math.floor(before), this.#rows.length - perScreen));
    return { from, to: Math.min(this.#rows.length, Math.max(index + 1, from + perScreen)) };
  }

  /**
   * Returns the range that adds rows where the rendered ones end near the viewport, and leaves out rows that are far from it. Undefined
   * if no row is missing. Moves `edges` by estimated heights, so that the caller need not measure after each step.
   */
  extended(edges: Edges): RowRange | undefined {
    const { height } = edges;
    const margin = height * marginShare;
    const isMissingAbove = this.#start > 0 && edges.top > -margin;
    const isMissingBelow = this.#end < this.#rows.length && edges.bottom < height + margin;
    if (!isMissingAbove && !isMissingBelow) return undefined;
    // First on the side that is closer to the viewport.
    if (isMissingAbove && (!isMissingBelow || edges.top > height - edges.bottom)) {
      let to = this.#end;
      while (to > this.#start + 1 && edges.bottom - this.#heightAt(to - 1) > height + 2 * margin) {
        edges.bottom -= this.#heightAt(--to);
      }
      const from = Math.max(0, this.#start - rowsPerReading);
      edges.top -= this.heightBetween(from, this.#start);
      return { from, to };
    }
    let from = this.#start;
    while (from < this.#end - 1 && edges.top + this.#heightAt(from) < -2 * margin) {
      edges.top += this.#heightAt(from++);
    }
    const to = Math.min(this.#rows.length, this.#end + rowsPerReading);
    edges.bottom += this.heightBetween(this.#end, to);
    return { from, to };
  }

  /** Returns the first rows at a scroll position; undefined if the rendered ones begin there. */
  at(scrollTop: number): RowRange | undefined {
    let first = 0;
    for (
      let sum = this.#heightAt(0);
      first < this.#rows.length - 1 && sum < scrollTop;
      sum += this.#heightAt(++first)
    );
    const from = Math.max(0, Math.min(first, this.#rows.length - rowsPerReading));
    if (from === this.#start) return undefined;
    return { from, to: Math.min(this.#rows.length, from + rowsPerReading) };
  }

  /** Returns the rendered rows within a range; undefined if there are none. */
  within(first: number, last: number): RowRange | undefined {
    const from = Math.max(this.#start, first);
    const to = Math.min(this.#end, last + 1);
    return from < to ? { from, to } : undefined;
  }
}
