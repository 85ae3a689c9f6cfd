/**
 * Virtual list that keeps only rows near the visible part in the document. The rendered rows are in normal flow. An empty
 * element above and one below them take the space of the other rows. docs/decisions/list-of-messages.md explains why the client
 * uses no library for this. Which rows are rendered is decided by row-geometry.ts; this file measures, renders and scrolls.
 */
import { type Accessor, createEffect, createMemo, createSignal, on, onCleanup, untrack } from 'solid-js';
import { afterFrame, noteScrolling } from '../../lib/timing/after-frame.ts';
import { EndFollower, type ScrollState } from '../reading/end-follower.ts';
import { type Edges, RowGeometry, type RowRange, rowsPerReading } from './row-geometry.ts';
import { type Distances, ScrollSpeed } from './scroll-speed.ts';

/**
 * Maximum time for rendering rows in one task, in milliseconds: while the reader scrolls, and at rest. The layout of the rows at
 * the end of the task takes additional time.
 */
const scriptBudgetMs = { scrolling: 16, resting: 24 } as const;
const maxRowsPerTask = 14;
/** Number of rows to add per step when the viewport must be filled before the next frame. */
const rowsPerStep = 6;
/** Maximum number of steps in which the viewport is filled before the next frame. */
const maxSteps = 8;
/** Number of visible rows of which one must remain for the position to be restored. */
const maxPinned = 6;
/**
 * Whether the browser keeps visible rows in place when rows above them change (`overflow-anchor`). The browser's anchoring does
 * not interrupt scrolling, whereas setting `scrollTop` does. At scroll position 0, browsers do not anchor.
 */
const isAnchoredByBrowser = CSS.supports('overflow-anchor', 'auto');

/** What a list assumes before it has measured anything: what the lists before it have measured. */
export class UsualSizes {
  /** Moving average of the heights of measured rows, in pixels. */
  height = 44;
  /** Height of the last measured viewport, in pixels. A new list starts with this value instead of measuring before it renders. */
  viewport = 700;

  perScreen(): number {
    return Math.ceil(this.viewport / this.height) + 1;
  }
}

/** Where in the viewport a row is shown. `quarter`: a quarter down, so that the rows above it are on view, too. */
export type Alignment = 'start' | 'quarter' | 'center' | 'nearest';

/** Share of the viewport's free height that is above a row. */
const sharesAbove = { start: 0, quarter: 0.25, center: 0.5 } as const;

type View<R> = { readonly rows: readonly R[]; readonly above: number; readonly below: number };

export type RowWindow<R extends object> = {
  /** The rendered rows, and the heights in pixels of the empty elements above and below them. */
  readonly view: Accessor<View<R>>;
  /** Registers the element of a rendered row. */
  attach(row: R, element: HTMLElement): void;
  /**
   * Scrolls to a row. `offset` pixels are added to the scroll position that the alignment gives; with `nearest`, they stay free
   * below the row.
   */
  show(index: number, alignment: Alignment, offset?: number): void;
  /** Scrolls to the end, and keeps the end visible as rows are added and whatever changes its size. */
  showEnd(): void;
  /** Returns whether the end is visible, within a small tolerance. */
  isAtEnd(): boolean;
  /** Returns the indexes of the first and the last visible row; undefined while no row is rendered. */
  visible(): { readonly first: number; readonly last: number } | undefined;
  /** Returns the distance of a rendered row's upper end from the viewport's upper edge, in pixels. */
  offsetOf(index: number): number;
  /** Returns the distances from the visible part to the ends of the list, in pixels. */
  distances(): Distances;
  /** Returns the scroll speed in pixels per millisecond; 0 while the reader does not scroll. */
  speed(): number;
  /** Removes rendered rows outside of a range, so that the list is laid out faster when it is inserted again. */
  keepOnly(first: number, last: number): void;
};

export type RowWindowOptions<R extends object> = {
  readonly rows: Accessor<readonly R[]>;
  /** What other lists have measured, and this one adds to. */
  readonly usual: UsualSizes;
  readonly scroller: () => HTMLElement | undefined;
  /** Whether the list is in the document. */
  readonly isShown: () => boolean;
  /** Returns the height that a row will probably have, in pixels. */
  readonly estimate: (row: R) => number;
  /** Called with the height of each row that was rendered for the first time. */
  readonly onMeasured: (row: R, height: number) => void;
  /** Called with the width of the list when it is known and when it changes. */
  readonly onWidth: (width: number) => void;
  /** Called after each scroll event. */
  readonly onMoved: () => void;
  /** Called when all rendered rows were removed from the list. The callback must choose a new position. */
  readonly onLost: () => void;
};

/** A scroll position to restore: the end of the list, or the position of the first listed row that still exists. */
type Pin<R> = 'end' | { readonly row: R; readonly top: number }[];

/** Creates the virtual list for a scroller. Call it inside a component. */
export function createRowWindow<R extends object>(options: RowWindowOptions<R>): RowWindow<R> {
  return new RowWindowInDocument(options);
}

class RowWindowInDocument<R extends object> implements RowWindow<R> {
  readonly view: Accessor<View<R>>;
  readonly #options: RowWindowOptions<R>;
  readonly #geometry: RowGeometry<R>;
  readonly #end = new EndFollower();
  readonly #speed = new ScrollSpeed();
  readonly #elements = new Map<R, HTMLElement>();
  readonly #rowOf = new WeakMap<Element, R>();
  /** Keeps visible rows in place when images load or the window changes its size. */
  readonly #observer = new ResizeObserver((entries) => this.#onResized(entries));
  readonly #rangeChanged: () => void;
  /** Position to restore after the rows change; undefined while a caller chooses it, or the browser keeps it. */
  #pin: Pin<R> | undefined;
  #isPlacing = false;
  /** Whether `#pin` already holds the position before this task's changes. Measuring again would force another layout. */
  #hasPin = false;
  /** Whether a caller has chosen a position. */
  #wasPlaced = false;
  #cancelFill: (() => void) | undefined;
  #endFrame = 0;
  /** Where the upper edge of the viewport was; undefined while the list is not shown. */
  #edge: number | undefined;

  constructor(options: RowWindowOptions<R>) {
    this.#options = options;
    this.#geometry = new RowGeometry(options.estimate);
    const [range, setRange] = createSignal(undefined, { equals: false });
    this.#rangeChanged = () => setRange(undefined);
    this.view = createMemo(() => {
      range();
      return this.#present();
    });
    // When the changed rows are in the document, restores the position of the visible rows before the next frame.
    createEffect(on(this.view, () => this.#onRendered()));
    this.#watchScroller();
    onCleanup(() => {
      this.#observer.disconnect();
      this.#cancelFill?.();
      cancelAnimationFrame(this.#endFrame);
    });
  }

  /** Adopts a changed list of rows. Returns what is rendered. */
  #present(): View<R> {
    const next = this.#options.rows();
    const geometry = this.#geometry;
    if (!this.#isPlacing && !this.#hasPin) {
      this.#pin = this.#options.isShown() && this.#elements.size > 0 ? this.#pinned(next) : undefined;
    }
    if (next !== geometry.rows) geometry.adopt(next, this.#end.follows, this.#options.usual.perScreen());
    const { start, end, above, below } = geometry;
    return { rows: next.slice(start, end), above, below };
  }

  #onRendered(): void {
    const { isShown, onLost } = this.#options;
    if (this.#isPlacing || !isShown()) return;
    if (this.#wasPlaced && this.#geometry.isEmpty && this.#geometry.rows.length > 0) {
      // All rendered rows were removed from the list.
      queueMicrotask(() => {
        if (isShown() && this.#geometry.isEmpty) onLost();
      });
      return;
    }
    this.#keepPlace();
    this.#fillSoon();
  }

  #watchScroller(): void {
    let observed: HTMLElement | undefined;
    createEffect(() => {
      if (!this.#options.isShown()) return;
      const frame = this.#options.scroller();
      if (!frame || observed === frame) return;
      observed = frame;
      this.#observer.observe(frame);
      frame.addEventListener('scroll', () => this.#onScroll(), { passive: true });
    });
  }

  /** Returns the element that scrolls. It exists as long as rows are shown. */
  #frame(): HTMLElement {
    const frame = this.#options.scroller();
    if (!frame) throw new Error('A list that is not rendered has no rows.');
    return frame;
  }

  /** Returns the distance of a row's upper end from the viewport's upper edge, in pixels. */
  #topOf(element: HTMLElement): number {
    return element.getBoundingClientRect().top - this.#frame().getBoundingClientRect().top;
  }

  #elementAt(index: number): HTMLElement | undefined {
    const row = this.#geometry.rows[index];
    return row && this.#elements.get(row);
  }

  /** Returns the position to restore. It contains several visible rows, because the first one may be removed. */
  #pinned(next: readonly R[]): Pin<R> | undefined {
    const { rows } = this.#geometry;
    if (next !== rows && this.#staysAtEnd() && next.at(-1) !== rows.at(-1)) return 'end';
    if (isAnchoredByBrowser && this.#frame().scrollTop > 0) return undefined;
    const present = this.visible();
    if (!present) return undefined;
    const last = Math.min(present.last, present.first + maxPinned - 1);
    return rows.slice(present.first, last + 1).flatMap((row) => {
      const element = this.#elements.get(row);
      return element ? [{ row, top: this.#topOf(element) }] : [];
    });
  }

  #keepPlace(): void {
    const frame = this.#options.scroller();
    const pin = this.#pin;
    if (!frame || pin === undefined) return;
    if (pin === 'end') {
      this.#toEndInFrame();
      return;
    }
    for (const { row, top } of pin) {
      const element = this.#elements.get(row);
      if (!element) continue;
      const change = this.#topOf(element) - top;
      if (Math.abs(change) >= 1) frame.scrollTop += change;
      return;
    }
  }

  #moveTo(range: RowRange): void {
    this.#geometry.moveTo(range);
    this.#rangeChanged();
  }

  /** Changes the rendered range without restoring the position. A caller that needs a position sets it afterwards. */
  #place(range: RowRange): void {
    this.#isPlacing = true;
    try {
      this.#moveTo(range);
    } finally {
      this.#isPlacing = false;
      this.#pin = undefined;
    }
  }

  /**
   * Schedules `#fill` after the next frame, in a separate task, so that neither the task nor the frame becomes long. Browsers
   * without scroll anchoring run it within the frame: there, `#fill` itself must correct the scroll position, which is up to
   * date only then.
   */
  #fillSoon(): void {
    if (this.#cancelFill) return;
    if (isAnchoredByBrowser) {
      this.#cancelFill = afterFrame(() => this.#fill());
      return;
    }
    const frame = requestAnimationFrame(() => this.#fill());
    this.#cancelFill = () => cancelAnimationFrame(frame);
  }

  /** Renders some of the rows that are missing near the viewport, and removes rows that are far from it. */
  #fill(): void {
    this.#cancelFill = undefined;
    const frame = this.#options.scroller();
    const { rows, start, end } = this.#geometry;
    if (!frame || !this.#options.isShown() || rows.length === 0 || end === 0) return;
    const { clientHeight: height } = frame;
    const [first, last] = [this.#elementAt(start), this.#elementAt(end - 1)];
    if (!first || !last) return;
    const edges: Edges = { top: this.#topOf(first), bottom: this.#topOf(last) + last.offsetHeight, height };
    const began = performance.now();
    const budgetMs = scriptBudgetMs[this.#speed.isScrolling(began) ? 'scrolling' : 'resting'];
    /** Returns whether the task may render more rows and has time for another step of average duration. */
    const hasTime = (steps: number) => {
      const usedMs = performance.now() - began;
      return steps * rowsPerReading < maxRowsPerTask && usedMs + usedMs / steps <= budgetMs;
    };
    const isFar = edges.bottom <= 0 || edges.top >= height;
    if (!(isFar && this.#jump(frame, hasTime)) && !this.#extend(edges, hasTime)) return;
    this.#hasPin = false;
    // Forces the layout of the new rows now. Otherwise the next frame would compute it.
    this.#elementAt(this.#geometry.end - 1)?.getBoundingClientRect();
    this.#fillSoon();
  }

  /** Renders rows next to the rendered ones. Returns whether rows were missing. */
  #extend(edges: Edges, hasTime: (steps: number) => boolean): boolean {
    for (let steps = 1; ; steps++) {
      const range = this.#geometry.extended(edges);
      if (!range) return steps > 1;
      this.#moveTo(range);
      this.#hasPin = true;
      if (!hasTime(steps)) return true;
    }
  }

  /** Renders rows at a scroll position far from the rendered ones. Returns false if these already begin there. */
  #jump({ scrollTop, clientHeight }: HTMLElement, hasTime: (steps: number) => boolean): boolean {
    const geometry = this.#geometry;
    const first = geometry.at(scrollTop);
    if (!first) return false;
    let { to } = first;
    this.#place(first);
    for (
      let steps = 1;
      to < geometry.rows.length && geometry.heightBetween(first.from, to) < clientHeight && hasTime(steps);
      steps++
    ) {
      to = Math.min(geometry.rows.length, to + rowsPerReading);
      this.#place({ from: first.from, to });
    }
    return true;
  }

  show(index: number, alignment: Alignment, offset = 0): void {
    // The rows may have changed within the present batch.
    untrack(this.view);
    const row = this.#geometry.rows[index];
    if (!this.#options.scroller() || !row) return;
    this.#end.leave();
    this.#wasPlaced = true;
    if (!this.#elements.has(row)) {
      const count = this.#options.usual.perScreen();
      const before = count * (alignment === 'nearest' ? 0.5 : sharesAbove[alignment]);
      this.#place(this.#geometry.around(index, before, count));
    }
    const element = this.#elements.get(row);
    if (!element) return;
    const align = () => this.#scrollTo(element, alignment, offset);
    align();
    this.#complete(align);
    this.#noteEnd();
  }

  #scrollTo(element: HTMLElement, alignment: Alignment, offset: number): void {
    const frame = this.#frame();
    const [top, height, room] = [this.#topOf(element), element.offsetHeight, frame.clientHeight];
    if (alignment === 'nearest') {
      if (top < 0) frame.scrollTop += top;
      else if (top + height + offset > room) frame.scrollTop += Math.min(top, top + height + offset - room);
      return;
    }
    const goal = alignment === 'start' ? 0 : Math.max(0, (room - height) * sharesAbove[alignment]);
    frame.scrollTop += top - goal + offset;
    if (alignment === 'quarter') this.#alignFirst(frame);
  }

  /** Moves the first row into view, or out of it, if that is a small step, so that the edge does not cut it. */
  #alignFirst(frame: HTMLElement): void {
    const first = this.#elementAt(this.visible()?.first ?? -1);
    if (!first) return;
    const top = this.#topOf(first);
    const steps = [top, top + first.offsetHeight];
    frame.scrollTop += steps.find((step) => Math.abs(step) < frame.clientHeight / 16) ?? 0;
  }

  /** Renders rows until they cover the viewport. Calls `align` after each step to restore the scroll position. */
  #complete(align: () => void): void {
    const frame = this.#frame();
    for (let step = 0; step < maxSteps; step++) {
      const { rows, start, end } = this.#geometry;
      const [first, last] = [this.#elementAt(start), this.#elementAt(end - 1)];
      if (!first || !last) break;
      const isMissingAbove = start > 0 && this.#topOf(first) > 0;
      const isMissingBelow = end < rows.length && this.#topOf(last) + last.offsetHeight < frame.clientHeight;
      if (!isMissingAbove && !isMissingBelow) break;
      this.#place({
        from: isMissingAbove ? Math.max(0, start - rowsPerStep) : start,
        to: isMissingBelow ? Math.min(rows.length, end + rowsPerStep) : end,
      });
      align();
    }
    this.#fillSoon();
  }

  showEnd(): void {
    untrack(this.view);
    const { rows } = this.#geometry;
    if (!this.#options.scroller() || rows.length === 0) return;
    if (!this.#geometry.hasEnd || this.#geometry.isEmpty) {
      this.#place({ from: Math.max(0, rows.length - this.#options.usual.perScreen()), to: rows.length });
    }
    this.#wasPlaced = true;
    this.#toEnd();
    this.#complete(() => this.#toEnd());
  }

  /** Scrolls to the end in the next frame. Other changes of the page until then need no further layout. */
  #toEndInFrame(): void {
    if (this.#endFrame !== 0) return;
    this.#endFrame = requestAnimationFrame(() => {
      this.#endFrame = 0;
      if (this.#end.follows && this.#options.isShown() && this.#options.scroller()) this.#toEnd();
    });
  }

  #toEnd(): void {
    const frame = this.#frame();
    frame.scrollTop = frame.scrollHeight;
    this.#end.reach(frame);
  }

  /** Returns whether the view follows the end. `grown`: how much rows have grown since the view was at the end, in pixels. */
  #staysAtEnd(grown = 0): boolean {
    if (this.#end.follows) this.#noteEnd(grown);
    return this.#end.follows;
  }

  #noteEnd(grown = 0): void {
    const frame: ScrollState = this.#frame();
    this.#end.look(frame, this.#geometry.hasEnd, grown);
  }

  isAtEnd(): boolean {
    return this.#end.follows;
  }

  visible(): { first: number; last: number } | undefined {
    const frame = this.#options.scroller();
    if (!frame || this.#geometry.isEmpty) return undefined;
    const { start, end } = this.#geometry;
    const edge = frame.getBoundingClientRect();
    const bottomOf = (index: number) => this.#elementAt(index)?.getBoundingClientRect().bottom ?? 0;
    let [low, high] = [start, end - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (bottomOf(middle) <= edge.top + 1) low = middle + 1;
      else high = middle;
    }
    let last = low;
    while (last < end - 1 && bottomOf(last) < edge.bottom) last++;
    return { first: low, last };
  }

  offsetOf(index: number): number {
    const element = this.#elementAt(index);
    return element ? this.#topOf(element) : 0;
  }

  distances(): Distances {
    const { scrollTop, scrollHeight, clientHeight } = this.#frame();
    return { toStart: scrollTop, toEnd: scrollHeight - scrollTop - clientHeight };
  }

  speed(): number {
    return this.#speed.at(performance.now());
  }

  keepOnly(first: number, last: number): void {
    const range = this.#geometry.within(first, last);
    if (range) this.#place(range);
  }

  attach(row: R, element: HTMLElement): void {
    this.#elements.set(row, element);
    this.#rowOf.set(element, row);
    this.#observer.observe(element);
    onCleanup(() => {
      this.#observer.unobserve(element);
      if (this.#elements.get(row) === element) this.#elements.delete(row);
    });
  }

  #onScroll(): void {
    const distances = this.distances();
    if (Math.abs(distances.toStart - this.#end.restingTop) > 1) {
      this.#speed.note(distances, performance.now());
      noteScrolling();
    }
    this.#noteEnd();
    this.#options.onMoved();
    this.#fillSoon();
  }

  #onResized(entries: readonly ResizeObserverEntry[]): void {
    const { usual } = this.#options;
    const frame = this.#options.scroller();
    if (!frame || !this.#options.isShown() || !frame.isConnected) {
      this.#edge = undefined;
      return;
    }
    const edge = frame.getBoundingClientRect().top;
    // What appears above the list, such as a banner, covers it instead of pushing what is read.
    const lowered = edge - (this.#edge ?? edge);
    this.#edge = edge;
    let [grown, grownAbove] = [0, 0];
    let isChanged = false;
    for (const { target, borderBoxSize, contentRect } of entries) {
      if (target === frame) {
        if (frame.clientHeight > 0) usual.viewport = frame.clientHeight;
        this.#options.onWidth(contentRect.width);
        isChanged = true;
        continue;
      }
      const height = borderBoxSize[0]?.blockSize ?? 0;
      const change = this.#measure(target, height);
      if (change === 0) continue;
      isChanged = true;
      grown += change;
      if (target.getBoundingClientRect().bottom - change <= edge) grownAbove += change;
    }
    if (isChanged && this.#staysAtEnd(Math.max(0, grown - grownAbove))) this.#toEnd();
    else {
      const shift = lowered + (isAnchoredByBrowser ? 0 : grownAbove);
      if (Math.abs(shift) >= 1) frame.scrollTop += shift;
    }
    this.#fillSoon();
  }

  /** Notes the height of a row's element. Returns by how much it has changed. */
  #measure(element: Element, height: number): number {
    const row = this.#rowOf.get(element);
    if (!row || !element.isConnected) return 0;
    const { usual } = this.#options;
    usual.height = Math.max(20, 0.95 * usual.height + 0.05 * height);
    if (!this.#geometry.isMeasured(row)) this.#options.onMeasured(row, height);
    return this.#geometry.measure(row, height);
  }
}
