import { type MessageList as Known, type MessageRange, type Narrow, placeKey } from '@parley/client';
import { ArrowDown, ArrowUp } from 'lucide';
import {
  batch,
  createComputed,
  createEffect,
  createMemo,
  createSignal,
  For,
  type JSX,
  Match,
  on,
  onCleanup,
  Show,
  Switch,
  untrack,
} from 'solid-js';
import { dayNameOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { whenIdle } from '../lib/idle.ts';
import { isLookedAt } from '../lib/looked-at.ts';
import { fastPageSize, pageSize } from '../model/page-size.ts';
import { useParley } from '../model/parley.tsx';
import { previewOf } from '../model/preview.ts';
import { useDerived } from '../model/reactive.ts';
import {
  type ListPosition,
  offerReading,
  positionKeeper,
  type Reading,
  takeReading,
} from '../model/scroll-positions.ts';
import { useSetting } from '../model/settings.ts';
import { startAnchorOf } from '../model/start-anchor.ts';
import { showFailure } from '../model/toasts.ts';
import { channelOfNarrow, placeOfNarrow } from '../router/router.ts';
import { Icon } from '../ui/icon.tsx';
import { announceMessage } from './announce.tsx';
import { MessageRow, OutgoingRow } from './message-row.tsx';
import { RecipientBar } from './recipient-bar.tsx';
import { createRowWindow } from './row-window.ts';
import { type Row, RowMaker } from './rows.ts';
import { provideSelection, type Selection } from './selection.ts';

/**
 * Distance from either end of the list, in pixels, below which more messages are requested. For a fast scroll, the distance
 * grows to what the reader covers in `requestAheadMs` milliseconds, at most `maxNearPx`.
 */
const nearEndPx = 900;
const requestAheadMs = 1_000;
const maxNearPx = 12_000;
const markReadAfterMs = 400;

export type MessageListProps = {
  narrow: Narrow;
  /** ID of the message to start at. Without it, a search starts at its newest result, other lists at the first unread message. */
  near?: number | undefined;
  /** Whether the list is in the document. A hidden list keeps its rows. It chooses a start position each time it is shown. */
  isShown: boolean;
  empty: JSX.Element;
  onSelection?: (selection: Selection) => void;
};

/** Shows the messages of a narrow (a message filter). Requests more when the reader scrolls near either end. */
export function MessageList(props: MessageListProps) {
  const parley = useParley();
  const { store, connection } = parley;
  const { narrow } = props;
  const list: Known = connection.history.list(narrow);
  const place = placeOfNarrow(narrow);
  /** Whether the oldest message of the list begins a conversation or channel. Search results have no such beginning. */
  const hasBeginning = place !== undefined || (narrow.length === 1 && channelOfNarrow(narrow) !== undefined);
  const startAnchor = startAnchorOf(narrow);
  const isShown = () => props.isShown;
  // A hidden list does not observe its messages: the store may evict them, and new messages cause no work here.
  const [ranges, setRanges] = createSignal<readonly MessageRange[]>(list.ranges);
  createComputed(() => {
    if (!isShown()) return;
    setRanges(list.ranges);
    onCleanup(list.watch(() => setRanges(list.ranges)));
  });
  /** Counts how often the list was shown or hidden. A request that started under another count must not move the view. */
  let opening = 0;
  let positions = untrack(() => positionKeeper());
  /**
   * ID of the message to start at: the saved position of this history entry, or the message in the address. Undefined without
   * either.
   */
  let begin: number | undefined;
  /** Where the reader was in the list that this one continues, because its topic moved. */
  let continued: Reading | undefined;
  const [anchor, setAnchor] = createSignal<number | undefined>();
  const [isLoading, setLoading] = createSignal(false);
  const [failure, setFailure] = createSignal<unknown>();
  const [isAtEnd, setAtEnd] = createSignal(true);
  const [missed, setMissed] = createSignal(0);
  /** Whether the message below the unread line is above the visible part and still unread. */
  const [isUnreadAbove, setUnreadAbove] = createSignal(false);
  const maker = new RowMaker();
  let scroller: HTMLDivElement | undefined;
  let isPlaced = false;
  let position: ListPosition | undefined;
  let withdraw = () => {};
  onCleanup(() => {
    opening++;
    list.focusId = undefined;
    withdraw();
  });

  const range = createMemo(() => {
    ranges();
    const at = anchor();
    return (at === undefined ? undefined : list.rangeAt(at)) ?? list.newestRange;
  });
  const outgoing = useDerived([store.outbox.messages], () =>
    place === undefined ? [] : store.outbox.to(placeKey(place)),
  );
  /**
   * ID of the message below the line that separates unread messages. The line stays where it was when the reader opened the list,
   * until `lineAbove` moves it.
   */
  const [firstUnreadId, setFirstUnreadId] = createSignal<number>();

  const rows = createMemo<readonly Row[]>(() => {
    const present = range();
    const ids = present?.ids ?? [];
    return maker.rows({
      ids,
      message: (id) => store.messages.known.get(id),
      outgoing: present === undefined || present.to === Number.POSITIVE_INFINITY ? outgoing() : [],
      selfId: store.people.selfId,
      isMixed: place === undefined,
      firstUnreadId: firstUnreadId(),
      hasBeginning: hasBeginning && present?.from === 0 && ids.length > 0,
    });
  });
  const ids = () => range()?.ids ?? [];
  /** Whether the shown range is known and contains no messages. */
  const isKnownEmpty = () => range()?.ids.length === 0;
  const indexOfMessage = (id: number) => rows().findIndex((row) => row.kind === 'message' && row.id === id);
  /**
   * Returns the index of the first row that belongs to the message at `index`: the date, recipients or unread line above it, or
   * else the message itself.
   */
  function headOf(index: number): number {
    let head = index;
    while (head > 0 && rows()[head - 1]!.kind !== 'message') head--;
    return head;
  }
  const rowWindow = createRowWindow({ rows, scroller: () => scroller, isShown, onMoved, onLost });

  const selection = provideSelection({
    ids,
    reveal: (id) => {
      const index = indexOfMessage(id);
      if (index >= 0) rowWindow.show(index, 'nearest');
    },
    scroller: () => scroller!,
  });

  /**
   * Returns the ID of the first unread message of another sender, above which the unread line goes. The line is never above an
   * own message.
   */
  const firstUnreadOf = (all: readonly number[]) =>
    all.find((id) => {
      const message = store.messages.known.get(id);
      // Uses the flags of messages, because the unread messages of the registration (the initial data) may not be loaded yet.
      return message && !message.flags.includes('read') && message.sender_id !== store.people.selfId;
    });

  /** Returns the index of a message, or of the next one if the list lacks it. */
  const indexFrom = (id: number) => rows().findIndex((row) => row.kind === 'message' && row.id >= id);

  /** Scrolls to a saved position. If its message was deleted, scrolls to the next message. */
  function returnTo({ messageId, offset }: ListPosition): void {
    const index = indexFrom(messageId);
    if (index >= 0) rowWindow.show(index, 'start', -offset);
  }

  /** Chooses the start position when the first rows exist. */
  function settle(): void {
    if (isPlaced || !isShown()) return;
    const present = range();
    if (!present || present.ids.length === 0) {
      if (rows().length > 0) rowWindow.showEnd();
      return;
    }
    const unread = startAnchor === 'first_unread' ? firstUnreadOf(present.ids) : undefined;
    setFirstUnreadId(continued ? continued.firstUnreadId : unread);
    isPlaced = true;
    const { near } = props;
    const index = near === undefined ? indexOfMessage(unread ?? 0) : indexFrom(near);
    const before = continued ? continued.position : positions.before;
    if (before) returnTo(before);
    else if (index < 0 || continued) rowWindow.showEnd();
    else {
      rowWindow.show(headOf(index), near === undefined ? 'start' : 'center');
      if (near !== undefined && present.ids.includes(near)) selection.select(near);
    }
    onMoved();
  }
  /** Runs `act` before the next frame, when pending changes are in the document. Skips it if the list was hidden since. */
  function soon(act: () => void): void {
    const own = opening;
    queueMicrotask(() => {
      if (own === opening && isShown()) act();
    });
  }

  async function load(): Promise<void> {
    const own = opening;
    setFailure(undefined);
    setLoading(true);
    try {
      const at = await connection.history.load(list, {
        anchor: begin ?? (continued ? 'newest' : startAnchor),
        before: pageSize,
        after: pageSize,
      });
      if (own !== opening) return;
      setAnchor(at);
      settle();
    } catch (error) {
      if (own === opening) setFailure(() => error);
    } finally {
      if (own === opening) setLoading(false);
    }
  }

  /** Chooses the start position and requests missing messages, each time the reader opens the conversation. */
  function open(): void {
    positions = positionKeeper();
    continued = takeReading(place && placeKey(place));
    begin = continued ? continued.position?.messageId : (positions.before?.messageId ?? props.near);
    withdraw = offerReading(() => ({ position, firstUnreadId: firstUnreadId() }));
    isPlaced = false;
    position = undefined;
    setMissed(0);
    setUnreadAbove(false);
    unreadByHand = new Set();
    selection.clear();
    props.onSelection?.(selection);
    const preview = previewOf(list);
    if (!preview) {
      startAt();
      return;
    }
    setLoading(true);
    const own = opening;
    void preview.then(() => {
      if (own !== opening) return;
      setLoading(false);
      startAt();
    });
  }

  /** Shows the start position, and requests missing messages. */
  function startAt(): void {
    // A list that was requested before the registration starts at the message that the server chose.
    setAnchor(begin ?? list.focusId);
    const present = range();
    if (present && (begin === undefined || list.contains(begin))) {
      settle();
      // The list already contains the newest messages, and events keep it up to date.
      if (present.to === Number.POSITIVE_INFINITY && present.ids.length > 0) return;
    }
    void load();
  }

  /** Prepares the list for being hidden. Only the visible rows stay, so that showing the list again is fast. */
  function close(): void {
    withdraw();
    list.focusId = undefined;
    setLoading(false);
    const own = opening;
    const present = rowWindow.visible();
    whenIdle(() => {
      if (present && own === opening) rowWindow.keepOnly(present.first, present.last);
    });
  }

  createEffect(
    on(isShown, (shown, wasShown) => {
      opening++;
      if (shown) soon(open);
      else if (wasShown) close();
    }),
  );

  /** Returns the side on which messages near the visible part are missing; undefined when none are or a request is running. */
  function missingSide(): 'before' | 'after' | undefined {
    const present = range();
    if (!present || isReading || !isPlaced) return undefined;
    const { toStart, toEnd } = rowWindow.distances();
    const nearPx = Math.max(nearEndPx, Math.min(maxNearPx, rowWindow.speed() * requestAheadMs));
    if (toStart < nearPx && present.from !== 0) return 'before';
    const isMissing = toEnd < nearPx && present.to !== Number.POSITIVE_INFINITY;
    return isMissing && present.ids.length > 0 ? 'after' : undefined;
  }

  let isReading = false;
  async function readMore(side: 'before' | 'after'): Promise<void> {
    const present = range();
    if (!present) return;
    isReading = true;
    try {
      // Each answer renders the list again, so a reader who scrolls fast gets fewer and larger answers.
      const count = rowWindow.speed() * requestAheadMs > nearEndPx ? fastPageSize : pageSize;
      if (side === 'before') await connection.history.loadBefore(list, present.from, count);
      else await connection.history.loadAfter(list, present.to, count);
    } catch (error) {
      showFailure(t('moreNotLoaded'), error);
    } finally {
      isReading = false;
    }
  }

  function onMoved(): void {
    if (!isShown()) return;
    // Reads all measurements before any change, so that the browser computes the layout once.
    const present = rowWindow.visible();
    const needed = missingSide();
    batch(() => {
      setAtEnd(range()?.to === Number.POSITIVE_INFINITY && rowWindow.isAtEnd());
      if (isAtEnd()) setMissed(0);
      if (isPlaced && present) notePosition(present.first);
    });
    if (needed) void readMore(needed);
    scheduleRead();
  }

  /** Saves the message at the upper edge as the position for going back and for reloads. */
  function notePosition(firstVisible: number): void {
    const all = rows();
    let index = firstVisible;
    while (index < all.length && all[index]!.kind !== 'message') index++;
    const row = all[index];
    position =
      isAtEnd() || row?.kind !== 'message'
        ? undefined
        : { messageId: row.id, offset: rowWindow.offsetOf(index) };
    const unread = firstUnreadId();
    setUnreadAbove(
      unread !== undefined &&
        store.unread.has(unread) &&
        (position?.messageId ?? ids().at(-1) ?? 0) > unread &&
        indexOfMessage(unread) < firstVisible,
    );
    positions.keep(position);
    list.focusId = position?.messageId;
    setAnchor(position?.messageId);
  }

  // Keeps the reader's position when the list is reloaded.
  createEffect(
    on(
      () => [ranges(), list.generation] as const,
      ([, generation], before) => {
        if (before === undefined || generation === before[1] || !isPlaced) return;
        const present = position;
        if (present && !list.rangeAt(present.messageId)) void loadAround(present);
        else soon(() => (present ? returnTo(present) : rowWindow.showEnd()));
      },
    ),
  );

  /** Requests the messages around the reader's position, because the reloaded list no longer contains them. */
  async function loadAround(present: ListPosition): Promise<void> {
    const own = opening;
    begin = present.messageId;
    await load();
    if (own === opening) soon(() => returnTo(present));
  }

  function onLost(): void {
    if (position) returnTo(position);
    else rowWindow.showEnd();
  }

  // Shows the end when the person sends a message. Announces messages that arrive, and counts them unless the end is visible.
  createEffect(
    on(
      () => [ids().at(-1), outgoing().length, isShown(), isKnownEmpty()] as const,
      ([last, waiting, shown], before) => {
        if (!shown) return;
        if (before?.[2] && before[3] && last !== undefined) announceMessage(store, last);
        if (!isPlaced) return soon(settle);
        // Screen readers do not announce messages that arrived while the list was hidden.
        if (!before?.[2]) return;
        const [lastBefore, waitingBefore] = before;
        const isOwn = waiting > waitingBefore;
        if (isOwn) soon(rowWindow.showEnd);
        else if (!untrack(isAtEnd) && lastBefore !== undefined && last !== undefined && last > lastBefore) {
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

  /**
   * Moves the unread line above a newly arrived message, if nobody looks at the window and the message below the line was read. In a
   * window without the focus, people read with the wheel and the pointer.
   */
  function lineAbove(id: number): void {
    const present = untrack(firstUnreadId);
    if (isLookedAt() || (present !== undefined && store.unread.has(present))) return;
    const first = firstUnreadOf([id]);
    if (first !== undefined) setFirstUnreadId(first);
  }

  // Marks visible messages as read if the person's setting permits that.
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
    if (!isShown() || !isPlaced || document.visibilityState !== 'visible' || !document.hasFocus()) return;
    const present = rowWindow.visible();
    if (!present) return;
    const seen = rows()
      .slice(present.first, present.last + 1)
      .flatMap((row) => (row.kind === 'message' && store.unread.has(row.id) ? [row.id] : []))
      .filter((id) => !unreadByHand.has(id));
    if (seen.length === 0) return;
    // Shows no error on failure, because the next scroll retries.
    const marked = parley.client.call('update-message-flags', { messages: seen, op: 'add', flag: 'read' });
    void marked.catch(() => undefined);
  }
  const onFocus = () => {
    if (isShown()) scheduleRead();
  };
  addEventListener('focus', onFocus);
  onCleanup(() => removeEventListener('focus', onFocus));
  selection.onMarkedUnread = (from) => {
    unreadByHand = new Set([...unreadByHand, ...ids().filter((id) => id >= from)]);
  };

  function toEnd(): void {
    const present = range();
    setMissed(0);
    if (present?.to === Number.POSITIVE_INFINITY) {
      rowWindow.showEnd();
      return;
    }
    setAnchor(undefined);
    void connection.history
      .load(list, { anchor: 'newest', before: pageSize })
      .then(() => soon(rowWindow.showEnd))
      .catch((error) => showFailure(t('moreNotLoaded'), error));
  }
  selection.toEnd = toEnd;

  function toFirstUnread(): void {
    const index = indexOfMessage(firstUnreadId() ?? 0);
    if (index >= 0) rowWindow.show(headOf(index), 'start');
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
          <div class="message-rows">
            <div class="rows-elsewhere" style={{ 'block-size': `${rowWindow.view().above}px` }} />
            <For each={rowWindow.view().rows}>
              {(row) => (
                <div class="row" ref={(element) => rowWindow.attach(row, element)}>
                  <RowView row={row} narrow={narrow} selection={selection} />
                </div>
              )}
            </For>
            <div class="rows-elsewhere" style={{ 'block-size': `${rowWindow.view().below}px` }} />
          </div>
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
      return <DateLine timestamp={row.timestamp} />;
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

/** Renders the line above the first message of a day. Its text, such as “Today”, changes at midnight. */
function DateLine(props: { timestamp: number }) {
  const { minute } = useParley();
  const name = createMemo(() => {
    minute();
    return dayNameOf(props.timestamp);
  });
  return (
    <div class="date-line">
      <span>{name()}</span>
    </div>
  );
}
