import { type ChannelId, placeKey, type Topic } from '@parley/client';
import { Check, MessagesSquare } from 'lucide';
import { createMemo, createSignal, For, onMount, Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { keepFocus } from '../lib/keys-and-focus/keep-focus.ts';
import { listKeys } from '../lib/keys-and-focus/list-keys.ts';
import { HeldOrder } from '../lib/lists/held-order.ts';
import { createHold } from '../lib/lists/hold-while-pointing.ts';
import { rowsPerWindow, showMoreNear } from '../lib/lists/near-end.ts';
import { attempt } from '../model/actions.ts';
import { compareNames, isResolved, placeHref, topicName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived, useEntry } from '../model/reactive.ts';
import { useMessages } from '../model/sidebar-and-inbox/newest-unread.ts';
import {
  arrangedTopics,
  type TopicFilter,
  type TopicOrder,
  topicFilters,
  topicOrders,
} from '../model/topics/topic-list.ts';
import { EmptyIcon } from '../ui/empty-icon.tsx';
import { Icon } from '../ui/icon.tsx';
import { countsOfPlace, UnreadBadge } from '../ui/unread-badge.tsx';
import { Faces } from './faces.tsx';
import { PlaceWords, RowTime } from './place-words.tsx';
import { vi } from './texts.ts';

/** Number of messages of the channel from which the people of its topics are known. */
const messagesRead = 400;
const filterNames: Readonly<Record<TopicFilter, () => string>> = {
  all: () => t('filterAll'),
  unresolved: () => vi('filterUnresolved'),
  resolved: () => vi('filterResolved'),
};
const orderNames = { recent: 'orderRecent', unread: 'orderUnread', name: 'orderName' } as const;

/** Creates what the person has chosen of the topics: which, and in which order. Call it inside a component. */
function createChoice() {
  const { device } = useParley();
  const [text, setText] = createSignal('');
  const [filter, setFilter] = createSignal<TopicFilter>('all');
  const [order, setOrder] = createSignal<TopicOrder>('recent');
  onMount(async () => setOrder((await device.read('topicOrder')) ?? 'recent'));
  return {
    text,
    setText,
    filter,
    setFilter,
    order,
    chooseOrder(wanted: TopicOrder) {
      setOrder(wanted);
      void device.write('topicOrder', wanted);
    },
  };
}

type Choice = ReturnType<typeof createChoice>;

/** Returns the topics of a channel, those that the person has chosen, and who wrote in them. Call it inside a component. */
function useTopics(channelId: ChannelId, choice: Choice) {
  const parley = useParley();
  const { store, connection } = parley;
  const known = useEntry(store.topics.ofChannel, () => channelId);
  const feed = connection.history.list([{ operator: 'channel', operand: channelId }]);
  onMount(() => {
    void attempt(parley, connection.history.loadTopics(channelId), vi('topicsNotLoaded'));
    // Only the faces depend on these messages.
    void connection.history.load(feed, { anchor: 'newest', before: messagesRead }).catch(() => undefined);
  });
  const senders = useDerived([store.messages.known], () =>
    sendersByTopic(parley, channelId, feed.newestRange?.ids ?? []),
  );
  const unread = useDerived([store.unread.places], () => ({}));
  const arranged = createMemo(() => {
    unread();
    return arrangedTopics(
      known() ?? [],
      { order: choice.order(), filter: choice.filter(), text: choice.text() },
      {
        unreadOf: (topic) =>
          store.unread.places.get(placeKey({ kind: 'topic', channelId, topic }))?.count ?? 0,
        labelOf: (topic) => topicName(store, topic),
        compare: compareNames,
      },
    );
  });
  return { known, arranged, senders };
}

/** Renders the topics of a channel with their last message, people and unread messages. */
export function ChannelTopics(props: { channelId: ChannelId }) {
  const parley = useParley();
  const { channelId } = props;
  const choice = createChoice();
  const [limit, setLimit] = createSignal(rowsPerWindow());
  const hold = createHold();
  const { known, arranged, senders } = useTopics(channelId, choice);
  const held = new HeldOrder<string>();
  const byName = createMemo(() => new Map(arranged().map((topic) => [topic.name, topic])));
  const names = createMemo(() => held.arrange([...byName().keys()], hold.isHeld()));
  const shown = () => names().slice(0, limit());
  const newest = useMessages(parley, () => shown().flatMap((name) => byName().get(name)?.newestId ?? []));
  const emptyText = () =>
    known() === undefined ? 'loading' : known()?.length === 0 ? 'noMessagesYet' : 'nothingFound';
  return (
    <>
      <ListTools choice={choice} />
      <div
        class="view-scroll"
        ref={(element) => {
          listKeys(element);
          parley.positions.keepScroll(element);
          keepFocus(element);
          hold.watch(element);
        }}
      >
        <Show
          when={names().length > 0}
          fallback={
            <div class="empty">
              <EmptyIcon of={MessagesSquare} />
              <p>{t(emptyText())}</p>
            </div>
          }
        >
          <ul class="recent">
            <For each={shown()}>
              {(name) => (
                <TopicRow
                  channelId={channelId}
                  of={() => byName().get(name)}
                  newest={newest}
                  senders={senders().get(name) ?? []}
                />
              )}
            </For>
          </ul>
          <Show when={names().length > limit()}>
            <p
              class="more-below muted"
              ref={(element) =>
                showMoreNear(element, 'view-scroll', () => setLimit((each) => each + rowsPerWindow()))
              }
            >
              {t('moreTopics', { count: names().length - limit() })}
            </p>
          </Show>
        </Show>
      </div>
    </>
  );
}

function ListTools(props: { choice: Choice }) {
  const { choice } = props;
  return (
    <div class="list-tools">
      <input
        class="input"
        aria-label={vi('filterTopicsOfChannel')}
        placeholder={vi('filterTopicsOfChannel')}
        dir={directionOf(choice.text())}
        value={choice.text()}
        on:input={(event) => choice.setText(event.currentTarget.value)}
      />
      <div class="choice-chips" role="group" aria-label={vi('topicsToShow')}>
        <For each={topicFilters}>
          {(name) => (
            <button
              type="button"
              class="choice-chip"
              aria-pressed={choice.filter() === name}
              onClick={() => choice.setFilter(name)}
            >
              {filterNames[name]()}
            </button>
          )}
        </For>
      </div>
      <select
        class="input"
        aria-label={vi('orderOfTopics')}
        onChange={(event) => choice.chooseOrder(event.currentTarget.value as TopicOrder)}
      >
        <For each={topicOrders}>
          {(name) => (
            <option value={name} selected={choice.order() === name}>
              {vi(orderNames[name])}
            </option>
          )}
        </For>
      </select>
    </div>
  );
}

/** Returns who wrote in each topic, the most recent first, among messages that are known. */
function sendersByTopic(
  { store }: ReturnType<typeof useParley>,
  channelId: ChannelId,
  ids: readonly number[],
): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const id of ids.toReversed()) {
    const message = store.messages.known.get(id);
    if (message?.stream_id !== channelId) continue;
    const senders = found.get(message.subject) ?? [];
    if (!senders.includes(message.sender_id)) senders.push(message.sender_id);
    found.set(message.subject, senders);
  }
  return found;
}

function TopicRow(props: {
  channelId: ChannelId;
  of: () => Topic | undefined;
  newest: ReturnType<typeof useMessages>;
  senders: readonly number[];
}) {
  const { store } = useParley();
  // A row that goes is drawn once more with what it showed.
  const topic = createMemo<Topic>((before) => props.of() ?? before, props.of()!);
  const place = () => ({ kind: 'topic', channelId: props.channelId, topic: topic().name }) as const;
  const unread = useEntry(store.unread.places, () => placeKey(place()));
  const newest = () => props.newest(topic().newestId);
  return (
    <li class="inbox-row">
      <a class="inbox-link" href={placeHref(store, place())} data-list-item>
        <PlaceWords
          place={place()}
          newest={newest()}
          hasUnread={(unread()?.count ?? 0) > 0}
          isInChannel
          mark={
            <Show when={isResolved(topic().name)}>
              <span class="topic-mark" title={t('resolvedTopics')}>
                <Icon of={Check} />
              </span>
            </Show>
          }
        />
        <Faces senders={props.senders} />
        <RowTime newest={newest()} />
        <span class="recent-count">
          <Show when={unread()}>{(present) => <UnreadBadge counts={countsOfPlace(present())} />}</Show>
        </span>
      </a>
    </li>
  );
}
