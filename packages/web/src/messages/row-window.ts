/**
 * Keeps only the rows near the visible part of a list in the document. Rows are in normal flow. An empty element above
 * them and one below take the space of the others. docs/decisions/list-of-messages.md explains why this is no library.
 */
import { type Accessor, createEffect, createMemo, createSignal, on, onCleanup } from 'solid-js';
import { afterFrame, noteScrolling } from '../ui/after-frame.ts';

/** Height that is rendered beyond each edge of the viewport, as a share of the viewport's height. */
const marginShare = 0.75;
/**
 * Time that scripts may spend on rendering rows in one task, in milliseconds: while the reader scrolls, and otherwise.
 * The layout of the rows follows in the same task.
 */
const scriptBudgetMs = { scrolling: 16, resting: 24 } as const;
/** Time after the last scroll event during which the reader counts as scrolling, in milliseconds. */
const scrollingMs = 300;
const maxRowsPerTask = 14;
/** Number of rows that are rendered between two readings of the clock. */
const rowsPerReading = 2;
/** Number of rows that are added at a time when they must fill the viewport before the next frame. */
const rowsPerStep = 6;
/** Distance from the end, in pixels, within which the view follows new rows. */
const atEndPx = 40;
/**
 * Assumed height of a row that was never rendered, in pixels. Unlike `usualHeight` it is constant, because cached sums
 * of heights contain it.
 */
const assumedHeight = 44;
/** Average height of recently measured rows, in pixels. */
let usualHeight = assumedHeight;

/**
 * Whether the browser keeps visible rows in place when others change (`overflow-anchor`). The browser does so without
 * interrupting the reader's scrolling, which `scrollTop` interrupts. At the very top the browser does nothing.
 */
const isAnchoredByBrowser = CSS.supports('overflow-anchor', 'auto');

/** Height of the last measured viewport, in pixels. A new list assumes it instead of measuring before it renders. */
let usualViewport = 700;

export type Alignment = 'start' | 'center' | 'end' | 'nearest';

export type RowWindow<R extends object> = {
  /** The rendered rows, and the heights in pixels of the elements that take the space of the others. */
  readonly view: Accessor<{ readonly rows: readonly R[]; readonly above: number; readonly below: number }>;
  /** Registers the element of a rendered row. */
  attach(row: R, element: HTMLElement): void;
  /** Scrolls to a row; `offset` is added to the distance from the upper edge, in pixels. */
  show(index: number, alignment: Alignment, offset?: number): void;
  /** Scrolls to the end, and stays there as rows are added. */
  showEnd(): void;
  /** Returns whether the end is visible, within a tolerance. */
  isAtEnd(): boolean;
  /** Indexes of the first and the last visible row. */
  visible(): { readonly first: number; readonly last: number } | undefined;
  /** Distance of a rendered row's upper end from the viewport's upper edge, in pixels. */
  offsetOf(index: number): number;
  /** Distances from the visible part to the ends of the list, in pixels. */
  distances(): { readonly toStart: number; readonly toEnd: number };
  /** Returns how fast the reader scrolls, in pixels per millisecond. 0 when the reader does not scroll. */
  speed(): number;
  /** Removes the rows outside of a range: a list that is inserted into the document again is then laid out faster. */
  keepOnly(first: number, last: number): void;
};

export type RowWindowOptions<R extends object> = {
  readonly rows: Accessor<readonly R[]>;
  readonly scroller: () => HTMLElement | undefined;
  /** Whether the list is in the document. */
  readonly isShown: () => boolean;
  /** Called after the reader scrolled. */
  readonly onMoved: () => void;
  /** Called when none of the rendered rows exists any more. It must choose a position. */
  readonly onLost: () => void;
};

/** A position to restore: the end of the list, or the position of the first of these rows that still exists. */
type Pin<R> = 'end' | { readonly row: R; readonly top: number }[];

/** Creates the window of a list. Call it inside a component. */
export function createRowWindow<R extends object>(options: RowWindowOptions<R>): RowWindow<R> {
  const { scroller, isShown } = options;
  const elements = new Map<R, HTMLElement>();
  const rowOf = new WeakMap<Element, R>();
  const heights = new WeakMap<R, number>();
  const [moved, setMoved] = createSignal(undefined, { equals: false });
  let all: readonly R[] = [];
  let [start, end, above, below] = [0, 0, 0, 0];
  /** Position that is restored after the rows change. Undefined while a caller chooses the position. */
  let pin: Pin<R> | undefined;
  let isPlacing = false;
  /** Whether rows of the same task were rendered before: reading the position again would compute the layout again. */
  let hasPin = false;
  /** Whether the caller has chosen a position. */
  let wasPlaced = false;
  let followsEnd = false;
  /** Time of the reader's last scroll event, in milliseconds of the page's clock. */
  let scrolledAt = 0;
  /** Distances to the ends at that time. */
  let scrolledTo = { toStart: 0, toEnd: 0 };
  /** Average speed of recent scrolling in pixels per millisecond. */
  let scrollSpeed = 0;
  /** Scroll position at which the view reached the end last. */
  let restingTop = 0;
  let cancelFill: (() => void) | undefined;
  let endFrame = 0;

  const heightOf = (row: R) => heights.get(row) ?? assumedHeight;
  function heightBetween(from: number, to: number): number {
    let sum = 0;
    for (let index = from; index < to; index++) sum += heightOf(all[index]!);
    return sum;
  }
  /** Returns the distance of a row's upper end from the viewport's upper edge. */
  const topOf = (element: HTMLElement) =>
    element.getBoundingClientRect().top - scroller()!.getBoundingClientRect().top;
  const perScreen = () => Math.ceil(usualViewport / usualHeight) + 1;

  /** Returns the positions of the first visible rows. Several, because the first row may be replaced. */
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

  /** Finds the rendered part among changed rows. */
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
        // After a long absence there may be many new rows.
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

  // When the changed rows are in the document, restores the position of the visible ones before the next frame.
  createEffect(
    on(view, () => {
      if (isPlacing || !isShown()) return;
      if (wasPlaced && start === end && all.length > 0) {
        // None of the rendered rows exists any more.
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

  /** Renders another range of rows, and adapts the heights `above` and `below`. */
  function moveTo(from: number, to: number): void {
    above += from >= start ? heightBetween(start, from) : -heightBetween(from, start);
    below += to <= end ? heightBetween(to, end) : -heightBetween(end, to);
    [start, end] = [from, to];
    setMoved(undefined);
  }

  /**
   * Renders what is missing in a task of its own after the next frame, so that neither the task nor the frame is long.
   * Where a script keeps the visible rows in place, it scrolls in the frame itself, when it knows how far the reader
   * has scrolled.
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
    /** Returns whether the time permits one step more, if it takes as long as the steps before. */
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
    // Measures with the layout of the new rows, which the next frame would do.
    elements.get(all[end - 1]!)?.getBoundingClientRect();
    fillSoon();
  }

  /**
   * Renders rows next to the rendered ones, which have the given edges, and removes those that are far away. Positions of
   * new rows are estimated, so that the layout is computed once. Returns whether rows were missing.
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
      // The side that is nearer to the viewport comes first.
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

  /** Renders rows at a scroll position that is far from the rendered ones. Returns whether it did. */
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

  /** Runs a change after which the caller chooses the position. */
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

  /** Renders rows until they cover the viewport. `align` scrolls again after each step. */
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

  /** Scrolls to the end when the next frame is laid out anyway: other parts of the page may change until then. */
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
  }

  /** Returns whether the view follows the end. The browser may report only later that the reader has scrolled away. */
  function staysAtEnd(): boolean {
    if (followsEnd && scroller()!.scrollTop < restingTop - 1) noteEnd();
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
      // Rows that are added above or below change only one of the distances. That is no speed.
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

  function noteEnd(): void {
    // New rows are below the view until the next frame scrolls to them. Only the reader scrolls away.
    if (endFrame !== 0 && scroller()!.scrollTop >= restingTop - 1) return;
    followsEnd = end === all.length && distances().toEnd < atEndPx;
    restingTop = scroller()!.scrollTop;
  }

  // Visible rows keep their position when images load or the window changes its size.
  const observer = new ResizeObserver((entries) => {
    const frameElement = scroller();
    if (!frameElement || !isShown() || !frameElement.isConnected) return;
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
      if (target.getBoundingClientRect().bottom - height + before <= edge) grown += height - before;
    }
    if (isChanged && followsEnd && frameElement.scrollTop >= restingTop - 1) toEnd();
    else if (Math.abs(grown) >= 1 && !isAnchoredByBrowser) frameElement.scrollTop += grown;
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
