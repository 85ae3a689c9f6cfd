import type { Message, Narrow } from '@parley/client';
import { ArrowDown, ArrowUp } from 'lucide';
import { createSelector, For, type JSX, Match, Show, Suspense, Switch } from 'solid-js';
import { t } from '../i18n/index.ts';
import { loadable } from '../lib/loadable.ts';
import { isClosedChannel, placeName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { channelOfNarrow, placeOfNarrow } from '../router/router.ts';
import { Icon } from '../ui/icon.tsx';
import { useDayName } from './day-name.ts';
import { ListView, type ListViewProps } from './list-view.ts';
import { quote } from './message-menu.ts';
import { MessageRow, OutgoingRow } from './message-row.tsx';
import { MovedMarks } from './moved-marks.ts';
import { RecipientBar } from './recipient-bar.tsx';
import type { Row } from './rows.ts';
import { provideSelection, type Selection } from './selection.ts';
import { touchedMessage, watchTouch } from './touch/watch-touch.ts';

const HereBar = loadable(() => import('./reading/here-bar.tsx'));

export type MessageListProps = ListViewProps & {
  /** Changes when the topic of the list moves as a whole: the list has the same messages then. */
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
  const list = new ListView(parley, props);
  const selection = provideSelection({
    ids: list.ids,
    reveal: (id) => list.reveal(id),
    scroller: () => list.scroller!,
  });
  list.use(selection);
  // `createSelector` updates only the rows whose state changes.
  const isLinked = createSelector(list.linkedId);
  const { view } = list.window;
  const marks = new MovedMarks();
  function* listed() {
    for (const id of list.ids()) {
      const message = parley.store.messages.known.get(id);
      if (message) yield message;
    }
  }
  const isMarkedMoved = (message: Message) =>
    message.last_moved_timestamp !== undefined && marks.isShown(message, listed());
  const withMessage =
    (act: (message: Message) => unknown) =>
    ({ dataset }: HTMLElement) => {
      const message = parley.store.messages.known.get(Number(dataset.messageId));
      if (message) act(message);
    };
  const touchActions = {
    rowAt: touchedMessage,
    onHold: withMessage((message) => parley.dialogs.open({ kind: 'sheet', message, narrow: props.narrow })),
    onSwipe: withMessage((message) => void quote(parley, message)),
  };
  return (
    <section class="message-region" aria-label={t('messages')} aria-busy={list.isLoading()}>
      <div
        class="message-scroller"
        ref={(element) => {
          list.scroller = element;
          element.addEventListener('keydown', selection.onKeyDown);
          watchTouch(element, touchActions);
        }}
      >
        <Show
          when={list.rows().length > 0}
          fallback={<Placeholder list={list} narrow={props.narrow} empty={props.empty} />}
        >
          <div class="message-rows">
            <div class="rows-elsewhere" style={{ 'block-size': `${view().above}px` }} />
            <For each={view().rows}>
              {(row) => (
                <div class="row" ref={(element) => list.window.attach(row, element)}>
                  <RowView
                    row={row}
                    narrow={props.narrow}
                    selection={selection}
                    isLinked={isLinked}
                    isMarkedMoved={isMarkedMoved}
                  />
                </div>
              )}
            </For>
            <div class="rows-elsewhere" style={{ 'block-size': `${view().below}px` }} />
          </div>
        </Show>
      </div>
      <Show when={list.isReady() && list.scroller}>
        {(scroller) => (
          <Suspense>
            <HereBar scroller={scroller()} rows={view().rows} isMixed={list.isMixed} />
          </Suspense>
        )}
      </Show>
      <WaysOn list={list} />
    </section>
  );
}

/** Renders the buttons that lead to unread messages above, and to the newest message. */
function WaysOn(props: { list: ListView }) {
  const { list } = props;
  return (
    <>
      <Show when={list.isUnreadAbove()}>
        <button type="button" class="to-unread button" onClick={() => list.toFirstUnread()}>
          <Icon of={ArrowUp} />
          {t('jumpToUnread')}
        </button>
      </Show>
      <Show when={list.missed() > 0 || (!list.isAtEnd() && list.rows().length > 0)}>
        <button
          type="button"
          class="to-end button"
          classList={{ 'is-new': list.missed() > 0 }}
          onClick={() => list.toEnd()}
        >
          <Icon of={ArrowDown} />
          {list.missed() > 0 ? t('newMessages', { count: list.missed() }) : t('toNewest')}
        </button>
      </Show>
    </>
  );
}

/** Stands in the place of the rows while there are none. */
function Placeholder(props: { list: ListView; narrow: Narrow; empty: JSX.Element }) {
  const { list } = props;
  const { store } = useParley();
  const isClosed = () => isClosedChannel(store, channelOfNarrow(props.narrow));
  return (
    <Switch fallback={<Show when={!list.isLoading() && list.isReady()}>{props.empty}</Show>}>
      <Match when={list.failure() && isClosed()}>{props.empty}</Match>
      <Match when={list.failure()}>
        <div class="empty">
          <h2>{t('messagesNotLoaded')}</h2>
          <button type="button" class="button" onClick={() => void list.load()}>
            {t('tryAgain')}
          </button>
        </div>
      </Match>
      <Match when={list.isLoading()}>
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

function RowView(props: {
  row: Row;
  narrow: Narrow;
  selection: Selection;
  isLinked: (id: number) => boolean;
  isMarkedMoved: (message: Message) => boolean;
}) {
  const { row } = props;
  switch (row.kind) {
    case 'beginning':
      return <Beginning narrow={props.narrow} />;
    case 'date':
      return <DateLine timestamp={row.timestamp} />;
    case 'unread':
      return (
        <Show
          when={row.timestamp}
          fallback={
            <div class="unread-line">
              <span>{t('unreadLine')}</span>
            </div>
          }
        >
          {(timestamp) => <DateLine timestamp={timestamp()} isUnread />}
        </Show>
      );
    case 'recipient':
      return <RecipientBar place={row.place} messageId={row.messageId} timestamp={row.timestamp} />;
    case 'outgoing':
      return <OutgoingRow localId={row.localId} isFirst={row.isFirst} />;
    case 'message':
      return (
        <MessageRow
          id={row.id}
          isFirst={row.isFirst}
          isLinked={props.isLinked(row.id)}
          isMarkedMoved={props.isMarkedMoved}
          selection={props.selection}
          narrow={props.narrow}
        />
      );
  }
}

function Beginning(props: { narrow: Narrow }) {
  const { store } = useParley();
  const place = () => placeOfNarrow(props.narrow, store.people.selfId);
  return (
    <p class="list-beginning muted">
      <Show when={place()} fallback={t('beginning')}>
        {(present) => <>{t('beginningOf', { place: placeName(store, present()) })}</>}
      </Show>
    </p>
  );
}

/** Renders the line above the first message of a day, which may be the first new one, too. */
function DateLine(props: { timestamp: number; isUnread?: boolean }) {
  const name = useDayName(() => props.timestamp, 'long');
  return (
    <div class="date-line" classList={{ 'unread-line': props.isUnread ?? false }}>
      <span>{name()}</span>
      <Show when={props.isUnread}>
        <span class="unread-end">{t('unreadLine')}</span>
      </Show>
    </div>
  );
}
