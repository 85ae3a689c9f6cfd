import { ArrowDown, ArrowUp, GripVertical } from 'lucide';
import {
  createEffect,
  createMemo,
  createSignal,
  For,
  type JSX,
  on,
  onCleanup,
  onMount,
  Show,
} from 'solid-js';
import { createEntryFilter, EntryMenu } from '../forms/entries.tsx';
import { rowsPerWindow, showMoreNear } from '../lib/near-end.ts';
import { Icon } from '../ui/icon.tsx';
import type { MenuEntry } from '../ui/menu.tsx';
import { o } from './texts.ts';

/** Returns a copy of the list in which the item at `index` is moved by `by` places. */
function moved<T>(items: readonly T[], index: number, by: number): T[] {
  const others = items.filter((_, each) => each !== index);
  others.splice(index + by, 0, items[index]!);
  return others;
}

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

/**
 * Creates the order of a list, which the person changes and which is then stored. Moves may follow each other faster than they are stored,
 * and others may change the list meanwhile. Call it inside a component.
 */
function createOrder<T extends { readonly id: number }>(
  props: Pick<ListProps<T>, 'items' | 'nameOf' | 'onOrder'>,
  draggedId: () => number | undefined,
) {
  /** The new order while an entry is being dragged or the order is being saved; undefined otherwise. */
  const [wanted, setWanted] = createSignal<readonly number[]>();
  const [announced, setAnnounced] = createSignal('');
  const byId = createMemo(() => new Map(props.items.map((item) => [item.id, item])));
  const storedIds = createMemo<readonly number[]>(() => props.items.map(({ id }) => id), [], {
    equals: (one, other) => one.join() === other.join(),
  });
  const ids = createMemo(() => {
    const order = wanted();
    if (!order) return storedIds();
    // Adjusts for entries that another person has added or removed since.
    const known = order.filter((id) => byId().has(id));
    return [...known, ...storedIds().filter((id) => !known.includes(id))];
  });
  const announce = (id: number) => {
    const item = byId().get(id);
    if (!item) return;
    const place = ids().indexOf(id) + 1;
    setAnnounced(o('placeOf', { name: props.nameOf(item), place, count: ids().length }));
  };
  /** The last order that was sent; undefined after the stored order has changed. */
  let sent: readonly number[] | undefined;
  let unanswered = 0;
  createEffect(
    on(
      storedIds,
      (stored) => {
        sent = undefined;
        // An event of an earlier move must not move the entry back while a later move is still being saved.
        const isPresent = unanswered === 0 || stored.join() === wanted()?.join();
        if (draggedId() === undefined && isPresent) setWanted(undefined);
      },
      { defer: true },
    ),
  );
  return {
    ids,
    byId,
    announced,
    /** Moves an entry to a place, and announces that. */
    move(id: number, from: number, place: number): void {
      setWanted(moved(ids(), from, place - from));
      announce(id);
    },
    /** Returns to the stored order. */
    reset: () => setWanted(undefined),
    async store(): Promise<void> {
      const order = ids();
      if (order.join() === (sent ?? storedIds()).join()) return;
      sent = order;
      unanswered++;
      const isStored = await props.onOrder(order).catch(() => false);
      unanswered--;
      if (isStored || unanswered > 0) return;
      sent = undefined;
      setWanted(undefined);
    },
  };
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
 * Renders a list whose order people can change. They drag an entry by its handle, press the arrow keys, Home or End on the
 * handle, or use the entry's menu. Long lists have a filter, and render entries only as far as the page is scrolled.
 */
export function OrderedList<T extends { readonly id: number }>(props: ListProps<T>) {
  let list!: HTMLUListElement;
  let end!: HTMLSpanElement;
  const filter = createEntryFilter(() => props.items, props.nameOf);
  const [most, setMost] = createSignal(rowsPerWindow());
  onMount(() => showMoreNear(end, 'view-scroll', () => setMost((before) => before + rowsPerWindow())));
  const [draggedId, setDraggedId] = createSignal<number>();
  const order = createOrder(props, draggedId);
  const { ids, byId } = order;
  const canOrder = () => props.canOrder && ids().length > 1 && !filter.isOn();
  const found = createMemo(() => new Set(filter.found().map(({ id }) => id)));
  const shown = createMemo(() =>
    (filter.isOn() ? ids().filter((id) => found().has(id)) : ids()).slice(0, most()),
  );
  const move = (id: number, to: number) => {
    const from = ids().indexOf(id);
    const place = Math.max(0, Math.min(ids().length - 1, to));
    if (place === from) return;
    const focused = document.activeElement;
    setMost((before) => Math.max(before, place + 1));
    order.move(id, from, place);
    // Moving a row in the document takes the focus away from it.
    if (focused instanceof HTMLElement && list.contains(focused)) queueMicrotask(() => focused.focus());
  };
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
    move(id, to);
    void order.store();
  };
  const drag = createDragging(
    ({ clientY }) => {
      const id = draggedId();
      if (id !== undefined) move(id, rowsAbove(list, id, clientY));
    },
    () => {
      if (draggedId() === undefined) return;
      setDraggedId(undefined);
      void order.store();
    },
  );
  const actionsOf = (item: T): readonly MenuEntry[] => {
    const own = props.actions(item);
    if (!canOrder()) return own;
    const moveTo = (to: number) => {
      move(item.id, to);
      void order.store();
    };
    return [...moveEntries(ids().indexOf(item.id), ids().length, moveTo), ...withSeparator(own)];
  };
  return (
    <>
      <filter.Field />
      <ul class="plain-list is-ordered" aria-label={props.label} ref={list}>
        <For each={shown()} fallback={<filter.Nothing>{props.fallback}</filter.Nothing>}>
          {(id) => {
            const first = byId().get(id);
            if (!first) return undefined;
            // When an item is removed, its row is evaluated once more. It then shows the last known item.
            const item = createMemo<T>((before) => byId().get(id) ?? before, first);
            return (
              <li data-entry={id} classList={{ 'is-dragged': draggedId() === id }}>
                <Show when={canOrder()}>
                  <Handle
                    name={props.nameOf(item())}
                    onKeyDown={(event) => onKeyDown(event, id)}
                    onDrag={() => {
                      drag();
                      setDraggedId(id);
                    }}
                  />
                </Show>
                {props.row(item)}
                <Show when={canOrder() || props.actions(item()).length > 0}>
                  <EntryMenu name={props.nameOf(item())} entries={() => actionsOf(item())} />
                </Show>
              </li>
            );
          }}
        </For>
      </ul>
      <span ref={end} />
      <span class="visually-hidden" role="status">
        {order.announced()}
      </span>
    </>
  );
}

/** Returns the actions that move the entry at a place by one place. */
const moveEntries = (at: number, count: number, move: (to: number) => void): MenuEntry[] => [
  { label: o('moveUp'), icon: ArrowUp, isDisabled: at === 0, run: () => move(at - 1) },
  { label: o('moveDown'), icon: ArrowDown, isDisabled: at === count - 1, run: () => move(at + 1) },
];

const withSeparator = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.length > 0 ? ['separator', ...entries] : [];

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
