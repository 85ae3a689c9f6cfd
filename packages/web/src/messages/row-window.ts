/**
 * Keeps only the rows near the visible part of a list in the document. Rows are in normal flow; an empty element above
 * and one below stand for the others. Why not a library: docs/decisions/list-of-messages.md.
 */
import { type Accessor, createEffect, createMemo, createSignal, on, onCleanup } from 'solid-js';

/** Part of the viewport's height that is rendered beyond each of its edges. */
const marginShare = 0.75;
/** Milliseconds that rendering rows may take in one frame, while the reader scrolls and otherwise. */
const frameBudgetMs = { scrolling: 14, resting: 28 } as const;
/** Milliseconds after the last scroll event in which the reader counts as scrolling. */
const scrollingMs = 300;
const rowsPerFrame = { least: 2, most: 14 } as const;
/** Rows that are added at a time when a viewport must be covered before the next frame. */
const rowsPerStep = 6;
/** Distance from the end, in pixels, within which the view follows new rows. */
const atEndPx = 40;
/** Height of a row that was never rendered, in pixels. It must not change, because sums of heights are kept. */
const assumedHeight = 44;
/** Height of the rows that were measured lately, in pixels. */
let usualHeight = assumedHeight;

/**
 * Whether the browser keeps visible rows where they are when others change (`overflow-anchor`). It does so without
 * ending the reader's own scrolling, which a script's scrolling ends. At the very top it does nothing.
 */
const isAnchoredByBrowser = CSS.supports('overflow-anchor', 'auto');

/** Height of the last measured viewport, in pixels. A new list assumes it instead of measuring before it renders. */
let usualViewport = 700;
/** Milliseconds that rendering one row has taken lately. */
let rowCostMs = 2;

export type Alignment = 'start' | 'center' | 'end' | 'nearest';

export type RowWindow<R extends object> = {
  /** The rendered rows, and the heights of the elements that stand for the others, in pixels. */
  readonly view: Accessor<{ readonly rows: readonly R[]; readonly above: number; readonly below: number }>;
  /** Registers the element of a rendered row. */
  attach(row: R, element: HTMLElement): void;
  /** Scrolls to a row; `offset` is added to the distance from the upper edge, in pixels. */
  show(index: number, alignment: Alignment, offset?: number): void;
  /** Scrolls to the end, and stays there as rows are added. */
  showEnd(): void;
  /** Whether the end is visible, within a tolerance. */
  isAtEnd(): boolean;
  /** Indexes of the first and the last visible row. */
  visible(): { readonly first: number; readonly last: number } | undefined;
  /** Distance of a rendered row's upper end from the viewport's upper edge, in pixels. */
  offsetOf(index: number): number;
  /** Distances from the visible part to the ends of the list, in pixels. */
  distances(): { readonly toStart: number; readonly toEnd: number };
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
};

/** A position that is restored: the end, or that of the first of these rows that still exists. */
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
  /** Restored after the rows change. Undefined while a caller chooses the position. */
  let pin: Pin<R> | undefined;
  let isPlacing = false;
  /** Whether the caller has chosen a place. */
  let wasPlaced = false;
  let followsEnd = false;
  /** When the reader scrolled last, in milliseconds of the page's clock. */
  let scrolledAt = 0;
  /** Scroll position at the end, when it was reached last. */
  let restingTop = 0;
  let frame = 0;

  const heightOf = (row: R) => heights.get(row) ?? assumedHeight;
  function heightBetween(from: number, to: number): number {
    let sum = 0;
    for (let index = from; index < to; index++) sum += heightOf(all[index]!);
    return sum;
  }
  /** Distance of a row's upper end from the viewport's upper edge. */
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
    if (!isPlacing) pin = isShown() && elements.size > 0 ? pinned(next) : undefined;
    if (next !== all) adopt(next);
    if (start === 0) above = 0;
    if (end === all.length) below = 0;
    return {
      rows: all.slice(start, end),
      above: Math.max(0, Math.round(above)),
      below: Math.max(0, Math.round(below)),
    };
  });

  // The document has the changed rows. Restores the position of the visible ones before the next frame.
  createEffect(
    on(view, () => {
      if (isPlacing || !isShown()) return;
      if (wasPlaced && start === end && all.length > 0) {
        // None of the rendered rows exists any more.
        queueMicrotask(() => {
          if (isShown() && start === end) showEnd();
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
      toEnd();
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

  /** Renders another part. `above` and `below` follow. */
  function moveTo(from: number, to: number): void {
    above += from >= start ? heightBetween(start, from) : -heightBetween(from, start);
    below += to <= end ? heightBetween(to, end) : -heightBetween(end, to);
    [start, end] = [from, to];
    setMoved(undefined);
  }

  function fillSoon(): void {
    if (frame === 0) frame = requestAnimationFrame(fill);
  }

  /** Renders some of the rows that are missing near the viewport, and removes rows that are far from it. */
  function fill(): void {
    frame = 0;
    const frameElement = scroller();
    if (!frameElement || !isShown() || all.length === 0 || end === 0) return;
    const { clientHeight: height } = frameElement;
    const margin = height * marginShare;
    const first = elements.get(all[start]!);
    const last = elements.get(all[end - 1]!);
    if (!first || !last) return;
    const top = topOf(first);
    const bottom = topOf(last) + last.offsetHeight;
    const began = performance.now();
    const budget = frameBudgetMs[began - scrolledAt < scrollingMs ? 'scrolling' : 'resting'];
    const count = Math.min(rowsPerFrame.most, Math.max(rowsPerFrame.least, Math.floor(budget / rowCostMs)));
    if (bottom <= 0 || top >= height) {
      if (!jump(frameElement.scrollTop, count)) return;
    } else {
      const isMissingAbove = start > 0 && top > -margin;
      const isMissingBelow = end < all.length && bottom < height + margin;
      if (!isMissingAbove && !isMissingBelow) return;
      // The side that is nearer to the viewport comes first.
      const goesUp = isMissingAbove && (!isMissingBelow || top > height - bottom);
      if (goesUp) {
        let [to, left] = [end, bottom];
        while (to > start + 1 && left - heightOf(all[to - 1]!) > height + 2 * margin)
          left -= heightOf(all[--to]!);
        moveTo(Math.max(0, start - count), to);
      } else {
        let [from, left] = [start, top];
        while (from < end - 1 && left + heightOf(all[from]!) < -2 * margin) left += heightOf(all[from++]!);
        moveTo(from, Math.min(all.length, end + count));
        // Measures with the layout of the new rows, which the next frame would do.
        if (all[end - 1]) elements.get(all[end - 1]!)?.getBoundingClientRect();
      }
    }
    const cost = (performance.now() - began) / count;
    rowCostMs = Math.min(20, Math.max(0.5, 0.7 * rowCostMs + 0.3 * cost));
    fillSoon();
  }

  /** Renders the rows at a scroll position that is far from the rendered ones. */
  function jump(scrollTop: number, count: number): boolean {
    let index = 0;
    for (let sum = heightOf(all[0]!); index < all.length - 1 && sum < scrollTop; )
      sum += heightOf(all[++index]!);
    const from = Math.max(0, Math.min(index, all.length - count));
    const to = Math.min(all.length, from + count);
    if (from === start && to === end) return false;
    place(() => moveTo(from, to));
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

  function toEnd(): void {
    const frameElement = scroller()!;
    frameElement.scrollTop = frameElement.scrollHeight;
    restingTop = frameElement.scrollTop;
  }

  /** Whether the view follows the end. The browser may report later that the reader has scrolled away. */
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
    if (Math.abs(scroller()!.scrollTop - restingTop) > 1) scrolledAt = performance.now();
    noteEnd();
    options.onMoved();
    fillSoon();
  }

  function noteEnd(): void {
    followsEnd = end === all.length && distances().toEnd < atEndPx;
    restingTop = scroller()!.scrollTop;
  }

  // Images load, and windows change their size: the visible rows keep their position.
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
    cancelAnimationFrame(frame);
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
    keepOnly(first, last) {
      const from = Math.max(start, first);
      const to = Math.min(end, last + 1);
      if (from < to) place(() => moveTo(from, to));
    },
  };
}
