/**
 * Virtual list that keeps only rows near the visible part in the document. The rendered rows are in normal flow. An empty
 * element above and one below them take the space of the other rows. docs/decisions/list-of-messages.md explains why the client
 * uses no library for this.
 */
import { type Accessor, createEffect, createMemo, createSignal, on, onCleanup } from 'solid-js';
import { afterFrame, noteScrolling } from '../lib/after-frame.ts';

/** Height of the area that is rendered beyond each edge of the viewport, relative to the viewport's height. */
const marginShare = 0.75;
/**
 * Maximum time for rendering rows in one task, in milliseconds: while the reader scrolls, and at rest. The layout of the rows at
 * the end of the task takes additional time.
 */
const scriptBudgetMs = { scrolling: 16, resting: 24 } as const;
/** Time after the last scroll event during which the reader counts as scrolling, in milliseconds. */
const scrollingMs = 300;
const maxRowsPerTask = 14;
/** Number of rows to render between two checks of the elapsed time. */
const rowsPerReading = 2;
/** Number of rows to add per step when the viewport must be filled before the next frame. */
const rowsPerStep = 6;
/** Distance from the end, in pixels, below which the view follows new rows. */
const atEndPx = 40;
/**
 * Height in pixels of a row that was never rendered. Unlike `usualHeight`, it must be constant, because cached sums of heights
 * include it.
 */
const assumedHeight = 44;
/** Moving average of the heights of measured rows, in pixels. */
let usualHeight = assumedHeight;

/**
 * Whether the browser keeps visible rows in place when rows above them change (`overflow-anchor`). The browser's anchoring does
 * not interrupt scrolling, whereas setting `scrollTop` does. At scroll position 0, browsers do not anchor.
 */
const isAnchoredByBrowser = CSS.supports('overflow-anchor', 'auto');

/**
 * Height of the last measured viewport, in pixels. A new list starts with this value instead of measuring before it renders.
 */
let usualViewport = 700;

export type Alignment = 'start' | 'center' | 'end' | 'nearest';

export type RowWindow<R extends object> = {
  /** The rendered rows, and the heights in pixels of the empty elements above and below them. */
  readonly view: Accessor<{ readonly rows: readonly R[]; readonly above: number; readonly below: number }>;
  /** Registers the element of a rendered row. */
  attach(row: R, element: HTMLElement): void;
  /** Scrolls to a row. `offset` pixels are added to the scroll position that the alignment gives. */
  show(index: number, alignment: Alignment, offset?: number): void;
  /** Scrolls to the end, and keeps the end visible as rows are added. */
  showEnd(): void;
  /** Returns whether the end is visible, within the tolerance `atEndPx`. */
  isAtEnd(): boolean;
  /** Returns the indexes of the first and the last visible row; undefined while no row is rendered. */
  visible(): { readonly first: number; readonly last: number } | undefined;
  /** Returns the distance of a rendered row's upper end from the viewport's upper edge, in pixels. */
  offsetOf(index: number): number;
  /** Returns the distances from the visible part to the ends of the list, in pixels. */
  distances(): { readonly toStart: number; readonly toEnd: number };
  /** Returns the scroll speed in pixels per millisecond; 0 while the reader does not scroll. */
  speed(): number;
  /**
   * Removes rendered rows outside of a range, so that the browser lays out the list faster when it is inserted into the
   * document again.
   */
  keepOnly(first: number, last: number): void;
};

export type RowWindowOptions<R extends object> = {
  readonly rows: Accessor<readonly R[]>;
  readonly scroller: () => HTMLElement | undefined;
  /** Whether the list is in the document. */
  readonly isShown: () => boolean;
  /** Called after each scroll event. */
  readonly onMoved: () => void;
  /** Called when all rendered rows were removed from the list. The callback must choose a new position. */
  readonly onLost: () => void;
};

/** A scroll position to restore: the end of the list, or the position of the first listed row that still exists. */
type Pin<R> = 'end' | { readonly row: R; readonly top: number }[];

/** Creates the virtual list for a scroller. Call it inside a component. */
export function createRowWindow<R extends object>(options: RowWindowOptions<R>): RowWindow<R> {
  const { scroller, isShown } = options;
  const elements = new Map<R, HTMLElement>();
  const rowOf = new WeakMap<Element, R>();
  const heights = new WeakMap<R, number>();
  const [moved, setMoved] = createSignal(undefined, { equals: false });
  let all: readonly R[] = [];
  let [start, end, above, below] = [0, 0, 0, 0];
  /**
   * Position to restore after the rows change. Undefined while a caller chooses the position, and when the browser keeps it
   * (`isAnchoredByBrowser`).
   */
  let pin: Pin<R> | undefined;
  let isPlacing = false;
  /** Whether `pin` already holds the position before this task's changes. Measuring again would force another layout. */
  let hasPin = false;
  /** Whether a caller has chosen a position. */
  let wasPlaced = false;
  let followsEnd = false;
  /** Time of the last scroll event that moved the view, by `performance.now()`. */
  let scrolledAt = 0;
  /** Distances to the ends of the list at the time `scrolledAt`. */
  let scrolledTo = { toStart: 0, toEnd: 0 };
  /** Moving average of the scroll speed in pixels per millisecond. */
  let scrollSpeed = 0;
  /** Scroll position when the view was last at the end, or when the reader last scrolled. */
  let restingTop = 0;
  /** Height of the viewport when the view was last at the end. */
  let restingHeight = 0;
  let cancelFill: (() => void) | undefined;
  let endFrame = 0;

  const heightOf = (row: R) => heights.get(row) ?? assumedHeight;
  function heightBetween(from: number, to: number): number {
    let sum = 0;
    for (let index = from; index < to; index++) sum += heightOf(all[index]!);
    return sum;
  }
  /** Returns the distance of a row's upper end from the viewport's upper edge, in pixels. */
  const topOf = (element: HTMLElement) =>
    element.getBoundingClientRect().top - scroller()!.getBoundingClientRect().top;
  const perScreen = () => Math.ceil(usualViewport / usualHeight) + 1;

  /** Returns the position to restore. It contains several visible rows, because the first one may be removed. */
  function pinned(next: readonly R[]): Pin<R> | undefined {
    if (next !== all && staysAtEnd() && next.at(-1) !== all.at(-1)) return 'end';
    if (isAnchoredByBrowser && scroller()!.scrollTop > 0) return undefined;
    const present = visible();
    if (!present) return undefined;
    const rows: { row: R; top: number }[] = [];
    for (let index = present.first; index <= Math.min(present.last, present.first + 5); index++) {
      const row = all[index]!;
      const element = elements.get(row);
      if (element) rows.push({ row, top: topOf(element) });
    }
    return rows;
  }

  /** Finds the rendered range in the changed list of rows. */
  function adopt(next: readonly R[]): void {
    const before = all;
    const hadEnd = end === before.length;
    let from = start;
    let first = -1;
    while (from < end && first < 0) first = next.indexOf(before[from++]!);
    let to = end;
    let last = -1;
    while (to > start && last < 0) last = next.lastIndexOf(before[--to]!);
    all = next;
    if (first < 0) {
      [start, end] = [0, 0];
    } else {
      const replacedBefore = from - 1 - start;
      const replacedAfter = end - 1 - to;
      start = Math.max(0, first - replacedBefore);
      end = Math.min(next.length, last + 1 + replacedAfter);
      if (hadEnd && followsEnd) {
        end = next.length;
        // After a long time there may be many new rows at the end. Only one screenful of them is rendered.
        if (end - start > 6 * perScreen()) start = Math.max(0, end - perScreen());
      }
    }
    above = heightBetween(0, start);
    below = heightBetween(end, all.length);
  }

  const view = createMemo(() => {
    moved();
    const next = options.rows();
    if (!isPlacing && !hasPin) pin = isShown() && elements.size > 0 ? pinned(next) : undefined;
    if (next !== all) adopt(next);
    if (start === 0) above = 0;
    if (end === all.length) below = 0;
    return {
      rows: all.slice(start, end),
      above: Math.max(0, Math.round(above)),
      below: Math.max(0, Math.round(below)),
    };
  });

  // When the changed rows are in the document, restores the position of the visible rows before the next frame.
  createEffect(
    on(view, () => {
      if (isPlacing || !isShown()) return;
      if (wasPlaced && start === end && all.length > 0) {
        // All rendered rows were removed from the list.
        queueMicrotask(() => {
          if (isShown() && start === end) options.onLost();
        });
        return;
      }
      keepPlace();
      fillSoon();
    }),
  );

  function keepPlace(): void {
    const frameElement = scroller();
    if (!frameElement || pin === undefined) return;
    if (pin === 'end') {
      toEndInFrame();
      return;
    }
    for (const { row, top } of pin) {
      const element = elements.get(row);
      if (!element) continue;
      const change = topOf(element) - top;
      if (Math.abs(change) >= 1) frameElement.scrollTop += change;
      return;
    }
  }

  /** Changes the range of rendered rows, and adapts the heights `above` and `below`. */
  function moveTo(from: number, to: number): void {
    above += from >= start ? heightBetween(start, from) : -heightBetween(from, start);
    below += to <= end ? heightBetween(to, end) : -heightBetween(end, to);
    [start, end] = [from, to];
    setMoved(undefined);
  }

  /**
   * Schedules `fill` after the next frame, in a separate task, so that neither the task nor the frame becomes long. Browsers
   * without scroll anchoring run it within the frame: there, `fill` itself must correct the scroll position, which is up to
   * date only then.
   */
  function fillSoon(): void {
    if (cancelFill) return;
    if (isAnchoredByBrowser) {
      cancelFill = afterFrame(fill);
      return;
    }
    const frame = requestAnimationFrame(fill);
    cancelFill = () => cancelAnimationFrame(frame);
  }

  /** Renders some of the rows that are missing near the viewport, and removes rows that are far from it. */
  function fill(): void {
    cancelFill = undefined;
    const frameElement = scroller();
    if (!frameElement || !isShown() || all.length === 0 || end === 0) return;
    const { clientHeight: height } = frameElement;
    const first = elements.get(all[start]!);
    const last = elements.get(all[end - 1]!);
    if (!first || !last) return;
    const top = topOf(first);
    const bottom = topOf(last) + last.offsetHeight;
    const began = performance.now();
    const budgetMs = scriptBudgetMs[began - scrolledAt < scrollingMs ? 'scrolling' : 'resting'];
    /** Returns whether the task may render more rows and has time for another step of average duration. */
    const hasTime = (steps: number) => {
      const usedMs = performance.now() - began;
      return steps * rowsPerReading < maxRowsPerTask && usedMs + usedMs / steps <= budgetMs;
    };
    const isFar = bottom <= 0 || top >= height;
    if (
      !(isFar && jump(frameElement.scrollTop, height, hasTime)) &&
      !extend({ top, bottom, height }, hasTime)
    )
      return;
    hasPin = false;
    // Forces the layout of the new rows now. Otherwise the next frame would compute it.
    elements.get(all[end - 1]!)?.getBoundingClientRect();
    fillSoon();
  }

  /**
   * Renders rows next to the rendered range, and removes rows far from the viewport. `edges` are those of the rendered range.
   * Positions of new rows are estimated, so that the layout is computed only once. Returns whether rows were missing.
   */
  function extend(
    edges: { readonly top: number; readonly bottom: number; readonly height: number },
    hasTime: (steps: number) => boolean,
  ): boolean {
    const { height } = edges;
    let { top, bottom } = edges;
    const margin = height * marginShare;
    for (let steps = 1; ; steps++) {
      const isMissingAbove = start > 0 && top > -margin;
      const isMissingBelow = end < all.length && bottom < height + margin;
      if (!isMissingAbove && !isMissingBelow) return steps > 1;
      // Renders first on the side that is closer to the viewport.
      if (isMissingAbove && (!isMissingBelow || top > height - bottom)) {
        let to = end;
        while (to > start + 1 && bottom - heightOf(all[to - 1]!) > height + 2 * margin)
          bottom -= heightOf(all[--to]!);
        const from = Math.max(0, start - rowsPerReading);
        top -= heightBetween(from, start);
        moveTo(from, to);
      } else {
        let from = start;
        while (from < end - 1 && top + heightOf(all[from]!) < -2 * margin) top += heightOf(all[from++]!);
        const to = Math.min(all.length, end + rowsPerReading);
        bottom += heightBetween(end, to);
        moveTo(from, to);
      }
      hasPin = true;
      if (!hasTime(steps)) return true;
    }
  }

  /** Renders rows at a scroll position far from the rendered range. Returns false if the range already starts there. */
  function jump(scrollTop: number, height: number, hasTime: (steps: number) => boolean): boolean {
    let first = 0;
    for (let sum = heightOf(all[0]!); first < all.length - 1 && sum < scrollTop; )
      sum += heightOf(all[++first]!);
    const from = Math.max(0, Math.min(first, all.length - rowsPerReading));
    if (from === start) return false;
    let to = Math.min(all.length, from + rowsPerReading);
    place(() => moveTo(from, to));
    for (let steps = 1; to < all.length && heightBetween(from, to) < height && hasTime(steps); steps++) {
      to = Math.min(all.length, to + rowsPerReading);
      place(() => moveTo(from, to));
    }
    return true;
  }

  /** Runs a change of the rendered range without restoring the position. A caller that needs a position sets it afterwards. */
  function place(change: () => void): void {
    isPlacing = true;
    try {
      change();
    } finally {
      isPlacing = false;
      pin = undefined;
    }
  }

  function show(index: number, alignment: Alignment, offset = 0): void {
    const frameElement = scroller();
    const row = options.rows()[index];
    if (!frameElement || !row) return;
    followsEnd = false;
    wasPlaced = true;
    if (!elements.has(row) || all[index] !== row) {
      const before = alignment === 'start' ? 0 : alignment === 'end' ? perScreen() : perScreen() / 2;
      const from = Math.max(0, Math.min(index - Math.floor(before), all.length - perScreen()));
      place(() => moveTo(from, Math.min(all.length, Math.max(index + 1, from + perScreen()))));
    }
    const element = elements.get(row);
    if (!element) return;
    scrollTo(element, alignment, offset);
    complete(() => scrollTo(element, alignment, offset));
    noteEnd();
  }

  function scrollTo(element: HTMLElement, alignment: Alignment, offset: number): void {
    const frameElement = scroller()!;
    const [top, height, room] = [topOf(element), element.offsetHeight, frameElement.clientHeight];
    if (alignment === 'nearest') {
      if (top < 0) frameElement.scrollTop += top;
      else if (top + height > room) frameElement.scrollTop += Math.min(top, top + height - room);
      return;
    }
    const goal = alignment === 'start' ? 0 : alignment === 'end' ? room - height : (room - height) / 2;
    frameElement.scrollTop += top - goal + offset;
  }

  /** Renders rows until they cover the viewport. Calls `align` after each step to restore the scroll position. */
  function complete(align: () => void): void {
    const frameElement = scroller()!;
    for (let round = 0; round < 8; round++) {
      const first = elements.get(all[start]!);
      const last = elements.get(all[end - 1]!);
      if (!first || !last) break;
      const isMissingAbove = start > 0 && topOf(first) > 0;
      const isMissingBelow = end < all.length && topOf(last) + last.offsetHeight < frameElement.clientHeight;
      if (!isMissingAbove && !isMissingBelow) break;
      const from = isMissingAbove ? Math.max(0, start - rowsPerStep) : start;
      const to = isMissingBelow ? Math.min(all.length, end + rowsPerStep) : end;
      place(() => moveTo(from, to));
      align();
    }
    fillSoon();
  }

  function showEnd(): void {
    const frameElement = scroller();
    const rows = options.rows();
    if (!frameElement || rows.length === 0) return;
    if (end !== rows.length || start === end) {
      const from = Math.max(0, rows.length - perScreen());
      place(() => moveTo(from, rows.length));
    }
    followsEnd = true;
    wasPlaced = true;
    toEnd();
    complete(toEnd);
  }

  /** Scrolls to the end in the next frame. Other changes of the page until then need no further layout. */
  function toEndInFrame(): void {
    if (endFrame === 0) {
      endFrame = requestAnimationFrame(() => {
        endFrame = 0;
        if (followsEnd && isShown() && scroller()) toEnd();
      });
    }
  }

  function toEnd(): void {
    const frameElement = scroller()!;
    frameElement.scrollTop = frameElement.scrollHeight;
    restingTop = frameElement.scrollTop;
    restingHeight = frameElement.clientHeight;
  }

  /**
   * Returns whether the view follows the end. Checks the scroll position too, because the scroll event may come after the
   * scrolling.
   * @param grown how much rows have grown since the view was at the end, in pixels
   */
  function staysAtEnd(grown = 0): boolean {
    if (followsEnd) noteEnd(grown);
    return followsEnd;
  }

  function visible(): { first: number; last: number } | undefined {
    const frameElement = scroller();
    if (!frameElement || start === end) return undefined;
    const edge = frameElement.getBoundingClientRect();
    const bottomOf = (index: number) => elements.get(all[index]!)?.getBoundingClientRect().bottom ?? 0;
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

  function distances(): { toStart: number; toEnd: number } {
    const { scrollTop, scrollHeight, clientHeight } = scroller()!;
    return { toStart: scrollTop, toEnd: scrollHeight - scrollTop - clientHeight };
  }

  function onScroll(): void {
    const { toStart, toEnd } = distances();
    if (Math.abs(toStart - restingTop) > 1) {
      const now = performance.now();
      // Adding rows above or below changes only one distance. Scrolling changes both, so the smaller change is the scrolled
      // distance.
      const change = Math.min(Math.abs(toStart - scrolledTo.toStart), Math.abs(toEnd - scrolledTo.toEnd));
      scrollSpeed = 0.7 * scrollSpeed + 0.3 * (change / Math.max(16, now - scrolledAt));
      scrolledAt = now;
      scrolledTo = { toStart, toEnd };
      noteScrolling();
    }
    noteEnd();
    options.onMoved();
    fillSoon();
  }

  /**
   * Notes whether the view follows the end. Only the reader stops it, by scrolling up. What is added at the end, or makes the viewport
   * lower, does not: the view scrolls to the end in the next frame. Rows above that become lower move the view up, too.
   */
  function noteEnd(grown = 0): void {
    const { scrollTop, clientHeight } = scroller()!;
    if (followsEnd && scrollTop >= restingTop - 1) return;
    const lowered = followsEnd ? Math.max(0, restingHeight - clientHeight) : 0;
    followsEnd = end === all.length && distances().toEnd - lowered - grown < atEndPx;
    restingTop = scrollTop;
  }

  // Keeps visible rows in place when images load or the window changes its size.
  const observer = new ResizeObserver((entries) => {
    const frameElement = scroller();
    if (!frameElement || !isShown() || !frameElement.isConnected) return;
    let grownAbove = 0;
    let grown = 0;
    let isChanged = false;
    const edge = frameElement.getBoundingClientRect().top;
    for (const { target, borderBoxSize } of entries) {
      if (target === frameElement) {
        usualViewport = frameElement.clientHeight || usualViewport;
        isChanged = true;
        continue;
      }
      const row = rowOf.get(target);
      const height = borderBoxSize[0]?.blockSize ?? 0;
      if (!row || !target.isConnected) continue;
      const before = heights.get(row);
      heights.set(row, height);
      usualHeight = Math.max(20, 0.95 * usualHeight + 0.05 * height);
      if (before === undefined || before === height) continue;
      isChanged = true;
      grown += height - before;
      if (target.getBoundingClientRect().bottom - height + before <= edge) grownAbove += height - before;
    }
    if (isChanged && staysAtEnd(Math.max(0, grown - grownAbove))) toEnd();
    else if (Math.abs(grownAbove) >= 1 && !isAnchoredByBrowser) frameElement.scrollTop += grownAbove;
    fillSoon();
  });

  let observed: HTMLElement | undefined;
  createEffect(() => {
    if (!isShown()) return;
    const frameElement = scroller();
    if (!frameElement || observed === frameElement) return;
    observed = frameElement;
    observer.observe(frameElement);
    frameElement.addEventListener('scroll', onScroll, { passive: true });
  });
  onCleanup(() => {
    observer.disconnect();
    cancelFill?.();
    cancelAnimationFrame(endFrame);
  });

  return {
    view,
    attach(row, element) {
      elements.set(row, element);
      rowOf.set(element, row);
      observer.observe(element);
      onCleanup(() => {
        observer.unobserve(element);
        if (elements.get(row) === element) elements.delete(row);
      });
    },
    show,
    showEnd,
    isAtEnd: () => followsEnd,
    visible,
    offsetOf: (index) => {
      const element = elements.get(all[index]!);
      return element ? topOf(element) : 0;
    },
    distances,
    speed: () => (performance.now() - scrolledAt < scrollingMs ? scrollSpeed : 0),
    keepOnly(first, last) {
      const from = Math.max(start, first);
      const to = Math.min(end, last + 1);
      if (from < to) place(() => moveTo(from, to));
    },
  };
}
