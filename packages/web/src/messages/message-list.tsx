import { type MessageList as Known, type MessageRange, type Narrow, placeKey } from '@parley/client';
import { ArrowDown, ArrowUp } from 'lucide';
import {
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
import { useParley } from '../model/parley.tsx';
import { useDerived } from '../model/reactive.ts';
import { type ListPosition, positionKeeper } from '../model/scroll-positions.ts';
import { useSetting } from '../model/settings.ts';
import { placeOfNarrow } from '../router.ts';
import { Icon } from '../ui/icon.tsx';
import { whenIdle } from '../ui/idle.ts';
import { showFailure } from '../ui/toasts.tsx';
import { announceMessage } from './announce.tsx';
import { MessageRow, OutgoingRow } from './message-row.tsx';
import { pageSize } from './page-size.ts';
import { RecipientBar } from './recipient-bar.tsx';
import { createRowWindow } from './row-window.ts';
import { type Row, RowMaker } from './rows.ts';
import { provideSelection, type Selection } from './selection.ts';

/** When the view is this close to an end, in pixels, more messages are read. */
const nearEndPx = 900;
const markReadAfterMs = 400;

export type MessageListProps = {
  narrow: Narrow;
  /** The message to start at; by default the first unread one. */
  near?: number | undefined;
  /** Whether the list is in the document. A hidden list keeps its rows, and chooses its start position when shown. */
  isShown: boolean;
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
  const isShown = () => props.isShown;
  // A hidden list does not watch its messages: the store may evict it, and new messages cost nothing.
  const [ranges, setRanges] = createSignal<readonly MessageRange[]>(list.ranges);
  createComputed(() => {
    if (!isShown()) return;
    setRanges(list.ranges);
    onCleanup(list.watch(() => setRanges(list.ranges)));
  });
  /** Counts the times that the list was shown or hidden. Requests of an earlier time must not move the view. */
  let opening = 0;
  let positions = untrack(() => positionKeeper());
  /** The message to start at: the saved position of this entry of the history, or the message in the address. */
  let begin: number | undefined;
  const [anchor, setAnchor] = createSignal<number | undefined>();
  const [isLoading, setLoading] = createSignal(false);
  const [failure, setFailure] = createSignal<unknown>();
  const [isAtEnd, setAtEnd] = createSignal(true);
  const [missed, setMissed] = createSignal(0);
  /** Whether the first unread message is above the visible part and was not seen yet. */
  const [isUnreadAbove, setUnreadAbove] = createSignal(false);
  const maker = new RowMaker();
  let scroller: HTMLDivElement | undefined;
  let isPlaced = false;
  let position: ListPosition | undefined;
  onCleanup(() => {
    opening++;
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
      hasBeginning: present?.from === 0 && ids.length > 0,
    });
  });
  const ids = () => range()?.ids ?? [];
  const indexOfMessage = (id: number) => rows().findIndex((row) => row.kind === 'message' && row.id === id);
  const rowWindow = createRowWindow({ rows, scroller: () => scroller, isShown, onMoved });

  const selection = provideSelection({
    ids,
    reveal: (id) => {
      const index = indexOfMessage(id);
      if (index >= 0) rowWindow.show(index, 'nearest');
    },
    scroller: () => scroller!,
  });

  /** Returns the first unread message of another sender. The line of unread messages never stands above an own one. */
  const firstUnreadOf = (all: readonly number[]) =>
    all.find((id) => {
      const message = store.messages.known.get(id);
      // Before the registration only the messages themselves say what is unread.
      return message && !message.flags.includes('read') && message.sender_id !== store.people.selfId;
    });

  /** Scrolls to a saved position. Takes the next message if that message was deleted. */
  function returnTo({ messageId, offset }: ListPosition): void {
    const index = rows().findIndex((row) => row.kind === 'message' && row.id >= messageId);
    if (index >= 0) rowWindow.show(index, 'start', -offset);
  }

  /** Chooses the start position once there are rows. */
  function settle(): void {
    if (isPlaced || !isShown()) return;
    const present = range();
    if (!present || present.ids.length === 0) {
      if (rows().length > 0) rowWindow.showEnd();
      return;
    }
    const unread = firstUnreadOf(present.ids);
    setFirstUnreadId(unread);
    const target = props.near ?? unread;
    isPlaced = true;
    const index = target === undefined ? -1 : indexOfMessage(target);
    if (positions.before) returnTo(positions.before);
    else if (index < 0) rowWindow.showEnd();
    else {
      rowWindow.show(Math.max(0, index - 1), props.near === undefined ? 'start' : 'center');
      if (props.near !== undefined) selection.select(target!);
    }
    onMoved();
  }
  /** Moves the view after pending changes are in the document, before the next frame. */
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
        anchor: begin ?? 'first_unread',
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

  /** Chooses the start position, as for a reader who opens the conversation, and reads missing messages. */
  function open(): void {
    positions = positionKeeper();
    begin = positions.before?.messageId ?? props.near;
    isPlaced = false;
    position = undefined;
    setMissed(0);
    setUnreadAbove(false);
    unreadByHand = new Set();
    selection.clear();
    // A list that was read before the registration starts at the message that the server chose.
    setAnchor(begin ?? list.focusId);
    props.onSelection?.(selection);
    const present = range();
    if (present && (begin === undefined || list.contains(begin))) {
      settle();
      // Without unread messages the newest ones are loaded, and events keep them up to date.
      if (present.to === Number.POSITIVE_INFINITY && present.ids.length > 0) return;
    }
    void load();
  }

  /** Prepares the list for leaving the document: only the visible rows stay, which are shown first when it returns. */
  function close(): void {
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

  let isReading = false;
  async function readMore(): Promise<void> {
    const present = range();
    if (!present || isReading || !isPlaced) return;
    const last = present.ids.at(-1);
    const { toStart, toEnd } = rowWindow.distances();
    isReading = true;
    try {
      if (toStart < nearEndPx && present.from !== 0) {
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

  function onMoved(): void {
    if (!isShown()) return;
    setAtEnd(range()?.to === Number.POSITIVE_INFINITY && rowWindow.isAtEnd());
    if (isAtEnd()) setMissed(0);
    if (isPlaced) notePosition();
    void readMore();
    scheduleRead();
  }

  /** Saves which message is at the upper edge, for going back and for reloading the list around it. */
  function notePosition(): void {
    const all = rows();
    const present = rowWindow.visible();
    if (!present) return;
    let index = present.first;
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
        indexOfMessage(unread) < present.first,
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
        soon(() => {
          if (present) returnTo(present);
          else rowWindow.showEnd();
        });
      },
    ),
  );

  // New messages: stays at the end, or shows their number.
  createEffect(
    on(
      () => [ids().at(-1), outgoing().length, isShown()] as const,
      ([last, waiting, shown], before) => {
        if (!shown) return;
        if (!isPlaced) return soon(settle);
        // Messages that arrived while the list was hidden are not announced.
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
    if (!isShown() || !isPlaced || document.visibilityState !== 'visible' || !document.hasFocus()) return;
    const present = rowWindow.visible();
    if (!present) return;
    const seen = rows()
      .slice(present.first, present.last + 1)
      .flatMap((row) => (row.kind === 'message' && store.unread.has(row.id) ? [row.id] : []))
      .filter((id) => !unreadByHand.has(id));
    if (seen.length === 0) return;
    // Failures are retried at the next scroll, without interrupting the reader.
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
    if (index >= 0) rowWindow.show(Math.max(0, index - 1), 'start');
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
          <div class="rows-elsewhere" style={{ 'block-size': `${rowWindow.view().above}px` }} />
          <For each={rowWindow.view().rows}>
            {(row) => (
              <div class="row" ref={(element) => rowWindow.attach(row, element)}>
                <RowView row={row} narrow={narrow} selection={selection} />
              </div>
            )}
          </For>
          <div class="rows-elsewhere" style={{ 'block-size': `${rowWindow.view().below}px` }} />
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
