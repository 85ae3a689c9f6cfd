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

/**
 * Renders a list whose order people can change. They drag an entry by its handle, press the arrow keys, Home or End on the
 * handle, or use the entry's menu. Long lists have a filter, and render entries only as far as the page is scrolled.
 */
export function OrderedList<T extends { readonly id: number }>(props: {
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
}) {
  let list!: HTMLUListElement;
  let end!: HTMLSpanElement;
  const filter = createEntryFilter(() => props.items, props.nameOf);
  const canOrder = () => props.canOrder && ids().length > 1 && !filter.isOn();
  const [most, setMost] = createSignal(rowsPerWindow());
  onMount(() => showMoreNear(end, 'view-scroll', () => setMost((before) => before + rowsPerWindow())));
  /** The new order while an entry is being dragged or the order is being saved; undefined otherwise. */
  const [wanted, setWanted] = createSignal<readonly number[]>();
  const [draggedId, setDraggedId] = createSignal<number>();
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
  const found = createMemo(() => new Set(filter.found().map(({ id }) => id)));
  const shown = createMemo(() =>
    (filter.isOn() ? ids().filter((id) => found().has(id)) : ids()).slice(0, most()),
  );
  const nameOf = (id: number) => props.nameOf(byId().get(id)!);
  const announce = (id: number) =>
    setAnnounced(o('placeOf', { name: nameOf(id), place: ids().indexOf(id) + 1, count: ids().length }));
  /** The last order that was sent; undefined after the stored order has changed. */
  let sent: readonly number[] | undefined;
  let unanswered = 0;
  const store = async () => {
    const order = ids();
    if (order.join() === (sent ?? storedIds()).join()) return;
    sent = order;
    unanswered++;
    const isStored = await props.onOrder(order).catch(() => false);
    unanswered--;
    if (isStored || unanswered > 0) return;
    sent = undefined;
    setWanted(undefined);
  };
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
  const move = (id: number, to: number) => {
    const from = ids().indexOf(id);
    const place = Math.max(0, Math.min(ids().length - 1, to));
    if (place === from) return;
    const focused = document.activeElement;
    setMost((before) => Math.max(before, place + 1));
    setWanted(moved(ids(), from, place - from));
    announce(id);
    // Moving a row in the document takes the focus away from it.
    if (focused instanceof HTMLElement && list.contains(focused)) queueMicrotask(() => focused.focus());
  };
  const onKeyDown = (event: KeyboardEvent, id: number) => {
    if (draggedId() !== undefined) {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      setDraggedId(undefined);
      setWanted(undefined);
      return;
    }
    const at = ids().indexOf(id);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: ids().length - 1 }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    move(id, to);
    void store();
  };
  const follow = (event: PointerEvent) => {
    const id = draggedId();
    if (id === undefined) return;
    const others = [...list.querySelectorAll(':scope > [data-entry]')].filter(
      (row) => row.getAttribute('data-entry') !== String(id),
    );
    const above = others.filter((row) => {
      const { top, height } = row.getBoundingClientRect();
      return top + height / 2 < event.clientY;
    });
    move(id, above.length);
  };
  // Listens on the window, because moving a row in the document ends its pointer capture.
  let dragging: AbortController | undefined;
  const drop = () => {
    dragging?.abort();
    if (draggedId() === undefined) return;
    setDraggedId(undefined);
    void store();
  };
  const drag = (id: number) => {
    dragging?.abort();
    dragging = new AbortController();
    const { signal } = dragging;
    addEventListener('pointermove', follow, { signal });
    addEventListener('pointerup', drop, { signal });
    addEventListener('pointercancel', drop, { signal });
    setDraggedId(id);
  };
  onCleanup(() => dragging?.abort());
  const actionsOf = (item: T): readonly MenuEntry[] => {
    const at = ids().indexOf(item.id);
    const by = (places: -1 | 1) => () => {
      move(item.id, at + places);
      void store();
    };
    const own = props.actions(item);
    if (!canOrder()) return own;
    return [
      { label: o('moveUp'), icon: ArrowUp, isDisabled: at === 0, run: by(-1) },
      { label: o('moveDown'), icon: ArrowDown, isDisabled: at === ids().length - 1, run: by(1) },
      ...(own.length > 0 ? (['separator', ...own] as const) : []),
    ];
  };
  return (
    <>
      <filter.Field />
      <ul class="plain-list is-ordered" aria-label={props.label} ref={list}>
        <For each={shown()} fallback={<filter.Nothing>{props.fallback}</filter.Nothing>}>
          {(id) => {
            // When an item is removed, its row is evaluated once more. It then shows the last known item.
            const item = createMemo<T>((before) => byId().get(id) ?? before!, byId().get(id)!);
            return (
              <li data-entry={id} classList={{ 'is-dragged': draggedId() === id }}>
                <Show when={canOrder()}>
                  <button
                    type="button"
                    class="icon-button drag-handle"
                    aria-label={o('moveEntry', { name: props.nameOf(item()) })}
                    title={o('moveEntryHelp')}
                    on:keydown={(event) => onKeyDown(event, id)}
                    onPointerDown={(event) => {
                      if (event.button === 0) drag(id);
                    }}
                  >
                    <Icon of={GripVertical} />
                  </button>
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
        {announced()}
      </span>
    </>
  );
}
