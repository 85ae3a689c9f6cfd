import { createEffect, createMemo, createSignal, For, type JSX, onCleanup, onMount, untrack } from 'solid-js';
import '../styles/lists.css';

/** Number of rows to render beyond the visible part, on each side. */
const margin = 6;

/**
 * Measures a list: its own height, and that of its rows, which all become as high as the highest. Call it inside a component.
 * @param frameOf returns the list, once it is rendered
 */
function createRowHeight(frameOf: () => HTMLElement, rowRem: number) {
  const [height, setHeight] = createSignal(600);
  const [rowPx, setRowPx] = createSignal(rowRem * 16);
  let width = 0;
  let rootPx = 16;
  let grow: ResizeObserver | undefined;
  /** Increases the common row height to that of the highest of these rows. */
  const growTo = (rows: Iterable<HTMLElement>) => {
    const highest = Math.max(0, ...Array.from(rows, (row) => row.offsetHeight));
    if (highest > rowPx() + 0.5) setRowPx(highest);
  };
  onMount(() => {
    const frame = frameOf();
    const observer = new ResizeObserver(() => {
      setHeight(frame.clientHeight);
      const present = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      if (frame.clientWidth === width && present === rootPx) return;
      // Another width changes the line breaks, so all rows are measured again from the minimum height.
      width = frame.clientWidth;
      rootPx = present;
      setRowPx(rowRem * rootPx);
      growTo(frame.querySelectorAll<HTMLElement>('.virtual-row'));
    });
    observer.observe(frame);
    onCleanup(() => observer.disconnect());
  });
  onCleanup(() => grow?.disconnect());
  const watchHeight = (row: HTMLElement) => {
    grow ??= new ResizeObserver((entries) =>
      growTo(entries.flatMap(({ target }) => (target instanceof HTMLElement ? [target] : []))),
    );
    grow.observe(row, { box: 'border-box' });
    onCleanup(() => grow?.unobserve(row));
  };
  return { height, rowPx, watchHeight };
}

type ListProps<T> = {
  label: string;
  items: readonly T[];
  /** Minimum height of a row in root font sizes. */
  rowRem: number;
  /** Maximum height in root font sizes, for a list in a page that scrolls. Without it, the list fills its container. */
  maxRem?: number;
  row: (item: T) => JSX.Element;
  /** Called when the last rows are rendered, and again when items were added and the last rows are still rendered. */
  onNearEnd?: () => void;
  fallback?: JSX.Element;
};

/** Returns the index of the row to which a key moves the focus, in a list of this length. */
function placeOfKey(event: KeyboardEvent, length: number): number | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const row = event.target instanceof Element ? event.target.closest('[aria-posinset]') : null;
  if (!row) return undefined;
  const at = Number(row.getAttribute('aria-posinset')) - 1;
  const last = length - 1;
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last }[event.key];
  return next === undefined ? undefined : Math.max(0, Math.min(last, next));
}

/** Scrolls a list as far as needed to show a row. */
function scrollTo(frame: HTMLElement, index: number, rowPx: number): void {
  const top = index * rowPx;
  if (top < frame.scrollTop) frame.scrollTop = top;
  else if (top + rowPx > frame.scrollTop + frame.clientHeight) {
    frame.scrollTop = top + rowPx - frame.clientHeight;
  }
}

/** Creates which rows of a list are rendered: those in or near its visible part. Call it inside a component. */
function createWindow<T>(props: ListProps<T>, frameOf: () => HTMLElement) {
  const [scrollTop, setScrollTop] = createSignal(0);
  const { height, rowPx, watchHeight } = createRowHeight(frameOf, props.rowRem);
  const first = () => Math.max(0, Math.floor(scrollTop() / rowPx()) - margin);
  const shown = createMemo(() =>
    props.items.slice(first(), Math.ceil((scrollTop() + height()) / rowPx()) + margin),
  );
  createEffect(() => {
    const { items } = props;
    if (items.length > 0 && shown().at(-1) === items.at(-1)) untrack(() => props.onNearEnd?.());
  });
  return { first, shown, rowPx, watchHeight, setScrollTop };
}

/**
 * Renders a list with rows of equal height, of which only those in or near the visible part are in the document. All rows
 * become as high as the highest rendered one, so that nothing is cut off in a large font or a narrow window. The arrow keys,
 * Home and End move the focus between the elements `[data-list-item]` of the rows.
 */
export function VirtualList<T>(props: ListProps<T>) {
  let frame!: HTMLDivElement;
  const { first, shown, rowPx, watchHeight, setScrollTop } = createWindow(props, () => frame);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = placeOfKey(event, props.items.length);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    scrollTo(frame, next, rowPx());
    setScrollTop(frame.scrollTop);
    frame.querySelector<HTMLElement>(`[aria-posinset="${next + 1}"] [data-list-item]`)?.focus();
  };
  return (
    <div
      class="virtual-list"
      classList={{ 'is-bounded': props.maxRem !== undefined }}
      style={{ 'max-block-size': props.maxRem === undefined ? undefined : `${props.maxRem}rem` }}
      ref={frame}
      tabindex="0"
      onScroll={() => setScrollTop(frame.scrollTop)}
    >
      <div
        role="list"
        aria-label={props.label}
        style={{ height: `${props.items.length * rowPx()}px` }}
        // The capture phase runs before the handlers of buttons in rows, some of which would open a menu on an arrow key.
        on:keydown={{ capture: true, handleEvent: onKeyDown }}
      >
        <For each={shown()}>
          {(item, index) => (
            <Row place={first() + index()} count={props.items.length} rowPx={rowPx()} ref={watchHeight}>
              {props.row(item)}
            </Row>
          )}
        </For>
      </div>
      {props.items.length === 0 ? props.fallback : undefined}
    </div>
  );
}

function Row(props: {
  place: number;
  count: number;
  rowPx: number;
  ref: (row: HTMLElement) => void;
  children: JSX.Element;
}) {
  return (
    <div
      role="listitem"
      class="virtual-row"
      aria-setsize={props.count}
      aria-posinset={props.place + 1}
      ref={props.ref}
      style={{
        'min-height': `${props.rowPx}px`,
        transform: `translateY(${props.place * props.rowPx}px)`,
      }}
    >
      {props.children}
    </div>
  );
}
