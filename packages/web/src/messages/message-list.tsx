import { type MessageList as Known, type Narrow, placeKey } from '@parley/client';
import { ArrowDown, ArrowUp } from 'lucide';
import {
  createEffect,
  createMemo,
  createSignal,
  type JSX,
  Match,
  on,
  onCleanup,
  onMount,
  Show,
  Switch,
  untrack,
} from 'solid-js';
import { Virtualizer, type VirtualizerHandle } from 'virtua/solid';
import { dayNameOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived, useWatched } from '../model/reactive.ts';
import { type ListPosition, positionKeeper } from '../model/scroll-positions.ts';
import { useSetting } from '../model/settings.ts';
import { placeOfNarrow } from '../router.ts';
import { Icon } from '../ui/icon.tsx';
import { showFailure } from '../ui/toasts.tsx';
import { announceMessage } from './announce.tsx';
import { MessageRow, OutgoingRow } from './message-row.tsx';
import { RecipientBar } from './recipient-bar.tsx';
import { type Row, RowMaker } from './rows.ts';
import { provideSelection, type Selection } from './selection.ts';

/** Messages that are read at once, before and after. */
const pageSize = 60;
/** When the view is this close to an end, in pixels, more messages are read. */
const nearEndPx = 900;
/** When the view is this close to the end, in pixels, it stays at the end as messages arrive. */
const atEndPx = 40;
const markReadAfterMs = 400;

export type MessageListProps = {
  narrow: Narrow;
  /** The message to start at; by default the first unread one. */
  near?: number | undefined;
  empty: JSX.Element;
  onSelection?: (selection: Selection) => void;
};

/** The messages of a narrow. More are read when either end comes into view. */
export function MessageList(props: MessageListProps) {
  const parley = useParley();
  const { store, connection } = parley;
  const { narrow } = props;
  const list: Known = connection.history.list(narrow);
  const place = placeOfNarrow(narrow);
  const ranges = useWatched(
    (listener) => list.watch(listener),
    () => list.ranges,
  );
  const positions = positionKeeper();
  /** The message to start at: the saved position of this entry of the history, or the message in the address. */
  const begin = positions.before?.messageId ?? props.near;
  const [anchor, setAnchor] = createSignal<number | undefined>(begin);
  const [isLoading, setLoading] = createSignal(false);
  const [failure, setFailure] = createSignal<unknown>();
  const [handle, setHandle] = createSignal<VirtualizerHandle>();
  const [isAtEnd, setAtEnd] = createSignal(true);
  const [missed, setMissed] = createSignal(0);
  /** Whether the first unread message is above the visible part and was not seen yet. */
  const [isUnreadAbove, setUnreadAbove] = createSignal(false);
  const maker = new RowMaker();
  let scroller!: HTMLDivElement;
  let isPlaced = false;
  let isAlive = true;
  let position: ListPosition | undefined;
  onCleanup(() => {
    isAlive = false;
    list.focusId = undefined;
  });

  const range = createMemo(() => {
    ranges();
    const at = anchor();
    return (at === undefined ? undefined : list.rangeAt(at)) ?? list.newestRange;
  });
  const outgoing = useDerived([store.outbox.messages], () =>
    place === undefined ? [] : store.outbox.to(placeKey(place)),
  );
  /** The line above unread messages stays where it was when the conversation was opened. */
  const [firstUnreadId, setFirstUnreadId] = createSignal<number>();

  let previousFirst: number | undefined;
  const drawn = createMemo<{ readonly rows: readonly Row[]; readonly isShift: boolean }>(() => {
    const present = range();
    const ids = present?.ids ?? [];
    /** Rows were added at the upper end: what is visible stays where it is. */
    const isShift = previousFirst !== undefined && ids[0] !== undefined && ids[0] < previousFirst;
    previousFirst = ids[0];
    const rows = maker.rows({
      ids,
      message: (id) => store.messages.known.get(id),
      outgoing: present === undefined || present.to === Number.POSITIVE_INFINITY ? outgoing() : [],
      selfId: store.people.selfId,
      isMixed: place === undefined,
      firstUnreadId: firstUnreadId(),
      hasBeginning: present?.from === 0 && ids.length > 0,
    });
    return { rows, isShift };
  });
  const rows = () => drawn().rows;
  const ids = () => range()?.ids ?? [];
  const indexOfMessage = (id: number) => rows().findIndex((row) => row.kind === 'message' && row.id === id);

  const selection = provideSelection({
    ids,
    reveal: (id) => {
      const index = indexOfMessage(id);
      if (index >= 0) handle()?.scrollToIndex(index, { align: 'nearest' });
    },
    scroller: () => scroller,
  });
  props.onSelection?.(selection);

  /** Returns the first unread message of another sender. The line of unread messages never stands above an own one. */
  const firstUnreadOf = (all: readonly number[]) =>
    all.find((id) => store.unread.has(id) && store.messages.known.get(id)?.sender_id !== store.people.selfId);

  /** Scrolls to a saved position. Takes the next message if that message was deleted. */
  function returnTo({ messageId, offset }: ListPosition): void {
    const index = rows().findIndex((row) => row.kind === 'message' && row.id >= messageId);
    if (index >= 0) handle()?.scrollToIndex(index, { align: 'start', offset: -offset });
  }

  /** Chooses the start position once the messages are loaded. */
  function settle(): void {
    const present = untrack(range);
    if (!present || isPlaced || present.ids.length === 0) return;
    const unread = firstUnreadOf(present.ids);
    setFirstUnreadId(unread);
    const target = props.near ?? unread;
    isPlaced = true;
    requestAnimationFrame(() => {
      if (!isAlive) return;
      const all = untrack(rows);
      const index = target === undefined ? -1 : untrack(() => indexOfMessage(target));
      if (positions.before) untrack(() => returnTo(positions.before!));
      else if (index > 0) {
        handle()?.scrollToIndex(Math.max(0, index - 1), { align: props.near ? 'center' : 'start' });
        if (props.near !== undefined) selection.select(target!);
      } else if (target === undefined) handle()?.scrollToIndex(all.length - 1, { align: 'end' });
      scheduleRead();
    });
  }

  async function load(): Promise<void> {
    setFailure(undefined);
    setLoading(true);
    try {
      const at = await connection.history.load(list, {
        anchor: begin ?? 'first_unread',
        before: pageSize,
        after: pageSize,
      });
      if (!isAlive) return;
      setAnchor(at);
      settle();
    } catch (error) {
      if (isAlive) setFailure(() => error);
    } finally {
      if (isAlive) setLoading(false);
    }
  }

  onMount(() => {
    if (range() && (begin === undefined || list.contains(begin))) {
      settle();
      // Without unread messages the newest ones are loaded, and events keep them up to date.
      if (range()?.to === Number.POSITIVE_INFINITY && range()!.ids.length > 0) return;
    }
    void load();
  });

  let isReading = false;
  async function readMore(): Promise<void> {
    const present = range();
    const view = handle();
    if (!present || !view || isReading || !isPlaced) return;
    const last = present.ids.at(-1);
    const toEnd = view.scrollSize - view.scrollOffset - view.viewportSize;
    isReading = true;
    try {
      if (view.scrollOffset < nearEndPx && present.from !== 0) {
        await connection.history.loadBefore(list, present.from, pageSize);
      } else if (toEnd < nearEndPx && present.to !== Number.POSITIVE_INFINITY && last !== undefined) {
        await connection.history.loadAfter(list, present.to, pageSize);
      }
    } catch (error) {
      showFailure(t('moreNotLoaded'), error);
    } finally {
      isReading = false;
    }
  }

  function onScroll(): void {
    const view = handle();
    if (!view) return;
    const toEnd = view.scrollSize - view.scrollOffset - view.viewportSize;
    const isNewest = range()?.to === Number.POSITIVE_INFINITY;
    setAtEnd(isNewest && toEnd < atEndPx);
    if (isAtEnd()) setMissed(0);
    if (isPlaced) notePosition(view);
    void readMore();
    scheduleRead();
  }

  /** Saves which message is at the upper edge, for going back and for reloading the list around it. */
  function notePosition(view: VirtualizerHandle): void {
    const all = rows();
    let index = view.findItemIndex(view.scrollOffset);
    while (index < all.length && all[index]!.kind !== 'message') index++;
    const row = all[index];
    position =
      isAtEnd() || row?.kind !== 'message'
        ? undefined
        : { messageId: row.id, offset: view.getItemOffset(index) - view.scrollOffset };
    const unread = firstUnreadId();
    setUnreadAbove(
      unread !== undefined &&
        store.unread.has(unread) &&
        (position?.messageId ?? all.findLast((each) => each.kind === 'message')?.id ?? 0) > unread &&
        indexOfMessage(unread) < view.findItemIndex(view.scrollOffset),
    );
    positions.keep(position);
    list.focusId = position?.messageId;
    setAnchor(position?.messageId);
  }

  // A reloaded list keeps the reader's position.
  createEffect(
    on(
      () => [ranges(), list.generation] as const,
      ([, generation], before) => {
        if (before === undefined || generation === before[1] || !isPlaced) return;
        const present = position;
        requestAnimationFrame(() => {
          if (!isAlive) return;
          if (present) returnTo(present);
          else handle()?.scrollToIndex(rows().length - 1, { align: 'end' });
        });
      },
    ),
  );

  // New messages: stays at the end, or shows their number.
  createEffect(
    on(
      () => [ids().at(-1), outgoing().length] as const,
      ([last, waiting], before) => {
        if (!isPlaced) return void settle();
        if (before === undefined) return;
        const [lastBefore, waitingBefore] = before;
        const isOwn = waiting > waitingBefore;
        if (isOwn || (untrack(isAtEnd) && last !== lastBefore)) {
          requestAnimationFrame(() => handle()?.scrollToIndex(rows().length - 1, { align: 'end' }));
        } else if (lastBefore !== undefined && last !== undefined && last > lastBefore) {
          const arrived = ids().length - ids().findLastIndex((id) => id <= lastBefore) - 1;
          setMissed((each) => each + arrived);
        }
        if (last !== undefined && lastBefore !== undefined && last > lastBefore) {
          announceMessage(store, last);
          lineAbove(last);
        }
        scheduleRead();
      },
    ),
  );

  /** Moves the line of unread messages above a message that arrives while the window has no focus. */
  function lineAbove(id: number): void {
    const present = untrack(firstUnreadId);
    if (document.hasFocus() || (present !== undefined && store.unread.has(present))) return;
    const first = firstUnreadOf([id]);
    if (first !== undefined) setFirstUnreadId(first);
  }

  // Reading marks messages as read, as the person's setting says.
  const policy = useSetting<number>('web_mark_read_on_scroll_policy');
  let readTimer: ReturnType<typeof setTimeout> | undefined;
  let unreadByHand: ReadonlySet<number> = new Set();
  onCleanup(() => clearTimeout(readTimer));
  const isConversation = place !== undefined;
  function scheduleRead(): void {
    readTimer ??= setTimeout(() => {
      readTimer = undefined;
      markVisible();
    }, markReadAfterMs);
  }
  function markVisible(): void {
    const mode = policy() ?? 1;
    if (mode === 3 || (mode === 2 && !isConversation)) return;
    const view = handle();
    if (!view || document.visibilityState !== 'visible' || !document.hasFocus()) return;
    const bottom = view.findItemIndex(view.scrollOffset + view.viewportSize - 24);
    const top = view.findItemIndex(view.scrollOffset);
    const seen = rows()
      .slice(top, bottom + 1)
      .flatMap((row) => (row.kind === 'message' && store.unread.has(row.id) ? [row.id] : []))
      .filter((id) => !unreadByHand.has(id));
    if (seen.length === 0) return;
    // Failures are retried at the next scroll, without interrupting the reader.
    const marked = parley.client.call('update-message-flags', { messages: seen, op: 'add', flag: 'read' });
    void marked.catch(() => undefined);
  }
  addEventListener('focus', scheduleRead);
  onCleanup(() => removeEventListener('focus', scheduleRead));
  selection.onMarkedUnread = (from) => {
    unreadByHand = new Set([...unreadByHand, ...ids().filter((id) => id >= from)]);
  };

  function toEnd(): void {
    const present = range();
    setMissed(0);
    if (present?.to === Number.POSITIVE_INFINITY) {
      handle()?.scrollToIndex(rows().length - 1, { align: 'end' });
      return;
    }
    setAnchor(undefined);
    void connection.history
      .load(list, { anchor: 'newest', before: pageSize })
      .then(() => requestAnimationFrame(() => handle()?.scrollToIndex(rows().length - 1, { align: 'end' })))
      .catch((error) => showFailure(t('moreNotLoaded'), error));
  }
  selection.toEnd = toEnd;

  function toFirstUnread(): void {
    const index = indexOfMessage(firstUnreadId() ?? 0);
    if (index >= 0) handle()?.scrollToIndex(Math.max(0, index - 1), { align: 'start' });
  }

  return (
    <section class="message-region" aria-label={t('messages')} aria-busy={isLoading()}>
      <div
        class="message-scroller"
        ref={(element) => {
          scroller = element;
          element.addEventListener('keydown', selection.onKeyDown);
        }}
      >
        <Show when={rows().length > 0} fallback={<Placeholder />}>
          <div class="message-spacer" />
          <Virtualizer
            ref={(each) => setHandle(() => each)}
            scrollRef={scroller}
            data={rows()}
            shift={drawn().isShift}
            bufferSize={300}
            itemSize={56}
            onScroll={onScroll}
          >
            {(row) => <RowView row={row} narrow={narrow} selection={selection} />}
          </Virtualizer>
        </Show>
      </div>
      <Show when={isUnreadAbove()}>
        <button type="button" class="to-unread button" onClick={toFirstUnread}>
          <Icon of={ArrowUp} />
          {t('jumpToUnread')}
        </button>
      </Show>
      <Show when={missed() > 0 || (!isAtEnd() && rows().length > 0)}>
        <button type="button" class="to-end button" onClick={toEnd}>
          <Icon of={ArrowDown} />
          {missed() > 0 ? t('newMessages', { count: missed() }) : t('toNewest')}
        </button>
      </Show>
    </section>
  );

  function Placeholder() {
    return (
      <Switch fallback={<Show when={!isLoading() && isReady()}>{props.empty}</Show>}>
        <Match when={failure()}>
          <div class="empty">
            <h2>{t('messagesNotLoaded')}</h2>
            <button type="button" class="button" onClick={() => void load()}>
              {t('tryAgain')}
            </button>
          </div>
        </Match>
        <Match when={isLoading()}>
          <div class="message-skeletons" aria-hidden="true">
            <div class="skeleton" />
            <div class="skeleton" />
            <div class="skeleton" />
            <div class="skeleton" />
          </div>
        </Match>
      </Switch>
    );
  }

  function isReady(): boolean {
    return range() !== undefined;
  }
}

function RowView(props: { row: Row; narrow: Narrow; selection: Selection }) {
  const { row } = props;
  switch (row.kind) {
    case 'beginning':
      return <p class="list-beginning muted">{t('beginning')}</p>;
    case 'date':
      return (
        <div class="date-line">
          <span>{dayNameOf(row.timestamp)}</span>
        </div>
      );
    case 'unread':
      return (
        <div class="unread-line">
          <span>{t('unreadLine')}</span>
        </div>
      );
    case 'recipient':
      return <RecipientBar place={row.place} messageId={row.messageId} />;
    case 'outgoing':
      return <OutgoingRow localId={row.localId} isFirst={row.isFirst} />;
    case 'message':
      return (
        <MessageRow id={row.id} isFirst={row.isFirst} selection={props.selection} narrow={props.narrow} />
      );
  }
}
