import { ArrowDown, ArrowUp, GripVertical } from 'lucide';
import {
  createComputed,
  createMemo,
  createSignal,
  For,
  type JSX,
  on,
  onCleanup,
  onMount,
  Show,
  untrack,
} from 'solid-js';
import { createEntryFilter, EntryMenu } from '../forms/entries.tsx';
import { rowsPerWindow, showMoreNear } from '../lib/lists/near-end.ts';
import { Icon } from '../ui/icon.tsx';
import type { MenuEntry } from '../ui/menu.tsx';
import { o } from './texts.ts';
import { WantedOrder } from './wanted-order.ts';

type ListProps<T extends { readonly id: number }> = {
  label: string;
  items: readonly T[];
  nameOf: (item: T) => string;
  /** Whether the person may change the order. */
  canOrder: boolean;
  /** Saves the new order of the IDs. Resolves to whether that succeeded. */
  onOrder: (ids: readonly number[]) => Promise<boolean>;
  /** Content of an empty list, which explains the purpose of entries. */
  fallback: JSX.Element;
  /** Renders the text of an entry. */
  row: (item: () => T) => JSX.Element;
  /** Returns the menu entries for an item, in addition to moving it. */
  actions: (item: T) => readonly MenuEntry[];
};

/** Creates the order of a list, which the person changes and which is then stored. Call it inside a component. */
function createOrder<T extends { readonly id: number }>(
  props: Pick<ListProps<T>, 'items' | 'nameOf' | 'onOrder'>,
  draggedId: () => number | undefined,
) {
  const byId = createMemo(() => new Map(props.items.map((item) => [item.id, item])));
  const storedIds = createMemo<readonly number[]>(() => props.items.map(({ id }) => id));
  const order = new WantedOrder(
    untrack(storedIds),
    (ids) => props.onOrder(ids),
    () => setIds(order.ids),
  );
  const [ids, setIds] = createSignal(order.ids);
  const [announced, setAnnounced] = createSignal('');
  createComputed(on(storedIds, (stored) => order.take(stored, draggedId() !== undefined), { defer: true }));
  /** Moves an entry to a place, and announces that. */
  const move = (id: number, place: number) => {
    order.move(ids().indexOf(id), place);
    const item = byId().get(id);
    if (!item) return;
    const shown = { name: props.nameOf(item), place: ids().indexOf(id) + 1, count: ids().length };
    setAnnounced(o('placeOf', shown));
  };
  return { ids, byId, announced, move, reset: () => order.reset(), store: () => order.store() };
}

/** Calls functions while the pointer drags something, wherever it is. Call it inside a component. */
function createDragging(onMove: (event: PointerEvent) => void, onDrop: () => void) {
  // Listens on the window, because moving a row in the document ends its pointer capture.
  let dragging: AbortController | undefined;
  const drop = () => {
    dragging?.abort();
    onDrop();
  };
  onCleanup(() => dragging?.abort());
  return () => {
    dragging?.abort();
    dragging = new AbortController();
    const { signal } = dragging;
    addEventListener('pointermove', onMove, { signal });
    addEventListener('pointerup', drop, { signal });
    addEventListener('pointercancel', drop, { signal });
  };
}

/** Returns how many rows of a list, except that of an entry, are above a point of the window. */
function rowsAbove(list: HTMLElement, id: number, y: number): number {
  const others = [...list.querySelectorAll(':scope > [data-entry]')].filter(
    (row) => row.getAttribute('data-entry') !== String(id),
  );
  return others.filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return top + height / 2 < y;
  }).length;
}

/**
 * Creates how an entry is moved: by keys of its handle, by dragging it, or by its menu. Call it inside a component.
 * @param showTo shows the list at least as far as a place
 */
function createMoves<T extends { readonly id: number }>(
  props: ListProps<T>,
  list: () => HTMLElement,
  showTo: (place: number) => void,
) {
  const [draggedId, setDraggedId] = createSignal<number>();
  const order = createOrder(props, draggedId);
  const { ids, byId } = order;
  const move = (id: number, to: number) => {
    const from = ids().indexOf(id);
    const place = Math.max(0, Math.min(ids().length - 1, to));
    if (place === from) return;
    const focused = document.activeElement;
    showTo(place);
    order.move(id, place);
    // Moving a row in the document takes the focus away from it.
    if (focused instanceof HTMLElement && list().contains(focused)) queueMicrotask(() => focused.focus());
  };
  const moveTo = (id: number, to: number) => {
    move(id, to);
    void order.store();
  };
  return { order, ids, byId, draggedId, setDraggedId, move, moveTo };
}

type Moves = ReturnType<typeof createMoves>;

/** Creates what keys and the pointer do on the handles of entries. Call it inside a component. */
function createHandles(
  { order, ids, draggedId, setDraggedId, move, moveTo }: Moves,
  list: () => HTMLElement,
) {
  const onKeyDown = (event: KeyboardEvent, id: number) => {
    if (draggedId() !== undefined) {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      setDraggedId(undefined);
      order.reset();
      return;
    }
    const at = ids().indexOf(id);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: ids().length - 1 }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    moveTo(id, to);
  };
  const drag = createDragging(
    ({ clientY }) => {
      const id = draggedId();
      if (id !== undefined) move(id, rowsAbove(list(), id, clientY));
    },
    () => {
      if (draggedId() === undefined) return;
      setDraggedId(undefined);
      void order.store();
    },
  );
  const startDrag = (id: number) => {
    drag();
    setDraggedId(id);
  };
  return { onKeyDown, startDrag };
}

/** Creates which entries are shown: those that the filter finds, as far as the page is scrolled. Call it inside a component. */
function createShown<T extends { readonly id: number }>(props: ListProps<T>) {
  const filter = createEntryFilter(() => props.items, props.nameOf);
  const [most, setMost] = createSignal(rowsPerWindow());
  const found = createMemo(() => new Set(filter.found().map(({ id }) => id)));
  return {
    filter,
    showMore: () => void setMost((before) => before + rowsPerWindow()),
    showTo: (place: number) => void setMost((before) => Math.max(before, place + 1)),
    of: (ids: readonly number[]) =>
      (filter.isOn() ? ids.filter((id) => found().has(id)) : ids).slice(0, most()),
  };
}

/**
 * Renders a list whose order people can change. They drag an entry by its handle, press the arrow keys, Home or End on the
 * handle, or use the entry's menu. Long lists have a filter, and render entries only as far as the page is scrolled.
 */
export function OrderedList<T extends { readonly id: number }>(props: ListProps<T>) {
  let list!: HTMLUListElement;
  let end!: HTMLSpanElement;
  const shown = createShown(props);
  onMount(() => showMoreNear(end, 'view-scroll', shown.showMore));
  const moves = createMoves(props, () => list, shown.showTo);
  const { ids, byId } = moves;
  const handles = createHandles(moves, () => list);
  const canOrder = () => props.canOrder && ids().length > 1 && !shown.filter.isOn();
  const actionsOf = (item: T) =>
    canOrder() ? withMoves(item.id, moves, props.actions(item)) : props.actions(item);
  return (
    <>
      <shown.filter.Field />
      <ul class="plain-list is-ordered" aria-label={props.label} ref={list}>
        <For each={shown.of(ids())} fallback={<shown.filter.Nothing>{props.fallback}</shown.filter.Nothing>}>
          {(id) => (
            <KnownRow id={id} byId={byId()}>
              {(item) => (
                <Row
                  item={item()}
                  draggedId={moves.draggedId()}
                  handles={canOrder() ? handles : undefined}
                  name={props.nameOf(item())}
                  menu={canOrder() || props.actions(item()).length > 0 ? () => actionsOf(item()) : undefined}
                >
                  {props.row(item)}
                </Row>
              )}
            </KnownRow>
          )}
        </For>
      </ul>
      <span ref={end} />
      <span class="visually-hidden" role="status">
        {moves.order.announced()}
      </span>
    </>
  );
}

/** Renders the row of an item. When the item is removed, its row is evaluated once more. It then shows the last known item. */
function KnownRow<T>(props: {
  id: number;
  byId: ReadonlyMap<number, T>;
  children: (item: () => T) => JSX.Element;
}) {
  const first = untrack(() => props.byId.get(props.id));
  if (!first) return undefined;
  return props.children(createMemo<T>((before) => props.byId.get(props.id) ?? before, first));
}

function Row(props: {
  item: { readonly id: number };
  name: string;
  draggedId: number | undefined;
  /** What the handle does; undefined while the order cannot be changed. */
  handles: ReturnType<typeof createHandles> | undefined;
  /** Returns the entries of the menu, if it has any. */
  menu: (() => readonly MenuEntry[]) | undefined;
  children: JSX.Element;
}) {
  const { id } = props.item;
  return (
    <li data-entry={id} classList={{ 'is-dragged': props.draggedId === id }}>
      <Show when={props.handles}>
        {(handles) => (
          <Handle
            name={props.name}
            onKeyDown={(event) => handles().onKeyDown(event, id)}
            onDrag={() => handles().startDrag(id)}
          />
        )}
      </Show>
      {props.children}
      <Show when={props.menu}>
        {(entries) => <EntryMenu name={props.name} entries={() => entries()()} />}
      </Show>
    </li>
  );
}

/** Returns the actions that move the entry at a place by one place. */
const moveEntries = (at: number, count: number, move: (to: number) => void): MenuEntry[] => [
  { label: o('moveUp'), icon: ArrowUp, isDisabled: at === 0, run: () => move(at - 1) },
  { label: o('moveDown'), icon: ArrowDown, isDisabled: at === count - 1, run: () => move(at + 1) },
];

/** Returns the actions of an entry after those that move it. */
function withMoves(id: number, { ids, moveTo }: Moves, own: readonly MenuEntry[]): readonly MenuEntry[] {
  const moving = moveEntries(ids().indexOf(id), ids().length, (to) => moveTo(id, to));
  return own.length > 0 ? [...moving, 'separator', ...own] : moving;
}

function Handle(props: { name: string; onKeyDown: (event: KeyboardEvent) => void; onDrag: () => void }) {
  return (
    <button
      type="button"
      class="icon-button drag-handle"
      aria-label={o('moveEntry', { name: props.name })}
      title={o('moveEntryHelp')}
      on:keydown={(event) => props.onKeyDown(event)}
      onPointerDown={(event) => {
        if (event.button === 0) props.onDrag();
      }}
    >
      <Icon of={GripVertical} />
    </button>
  );
}
