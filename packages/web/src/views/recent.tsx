import { foldCase, type Message, type Place, placeKey, placeOf } from '@parley/client';
import { createMemo, createSignal, For, onMount, Show } from 'solid-js';
import { ComposeBox } from '../compose/compose-box.tsx';
import { directionOf } from '../i18n/direction.ts';
import { briefTimeOf, listOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { listKeys } from '../lib/list-keys.ts';
import { attempt } from '../model/actions.ts';
import { channelName, directName, placeHref, topicName, userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived, useEntry } from '../model/reactive.ts';
import { keepScroll } from '../model/scroll-positions.ts';
import { countsOfPlace, UnreadBadge } from '../ui/unread-badge.tsx';
import { HeadFilter, ViewHead } from '../ui/view-head.tsx';

type Recent = {
  readonly key: string;
  readonly place: Place;
  readonly newest: Message;
  readonly senders: number[];
};

const messagesRead = 400;
const maxSenders = 3;

/** Shows recent conversations, the ones with the newest messages first. */
export default function RecentView() {
  const { store, connection } = useParley();
  const feed = connection.history.list([]);
  const [filter, setFilter] = createSignal('');
  const [isLoading, setLoading] = createSignal(feed.newestRange === undefined);
  onMount(async () => {
    await attempt(
      connection.history.load(feed, { anchor: 'newest', before: messagesRead }),
      t('moreNotLoaded'),
    );
    setLoading(false);
  });
  const all = useDerived([store.messages.known], () => {
    const byPlace = new Map<string, Recent>();
    for (const id of feed.newestRange?.ids.toReversed() ?? []) {
      const message = store.messages.known.get(id);
      if (!message) continue;
      const place = placeOf(message, store.people.selfId);
      const key = placeKey(place);
      const known = byPlace.get(key);
      if (!known) byPlace.set(key, { key, place, newest: message, senders: [message.sender_id] });
      else if (!known.senders.includes(message.sender_id)) known.senders.push(message.sender_id);
    }
    return [...byPlace.values()];
  });
  const hasEarlier = () => {
    all();
    return (feed.newestRange?.from ?? 0) > 0;
  };
  async function loadEarlier(): Promise<void> {
    const from = feed.newestRange?.from;
    if (from === undefined) return;
    setLoading(true);
    await attempt(connection.history.loadBefore(feed, from, messagesRead), t('moreNotLoaded'));
    setLoading(false);
  }
  const shown = createMemo(() => {
    const wanted = foldCase(filter().trim());
    return wanted === '' ? all() : all().filter(({ place }) => searchText(place).includes(wanted));
  });
  const searchText = (place: Place) =>
    foldCase(
      place.kind === 'topic'
        ? `${channelName(store, place.channelId)} ${topicName(store, place.topic)}`
        : directName(store, place.userIds),
    );
  return (
    <>
      <ViewHead title={t('recentConversations')}>
        <HeadFilter label={t('filterConversations')} value={filter()} onChange={setFilter} />
      </ViewHead>
      <div
        class="view-scroll"
        ref={(element) => {
          listKeys(element);
          keepScroll(element);
        }}
      >
        <Show
          when={shown().length > 0}
          fallback={
            <p class="empty">
              {isLoading() ? t('loading') : t(all().length === 0 ? 'emptyFeed' : 'nothingFound')}
            </p>
          }
        >
          <ul class="recent">
            <For each={shown()}>{(recent) => <RecentRow recent={recent} />}</For>
          </ul>
          <Show when={hasEarlier()}>
            <p class="more-below">
              <button type="button" class="button" disabled={isLoading()} onClick={() => void loadEarlier()}>
                {t('earlierConversations')}
              </button>
            </p>
          </Show>
        </Show>
      </div>
      <ComposeBox place={undefined} channelId={undefined} />
    </>
  );
}

function RecentRow(props: { recent: Recent }) {
  const { store } = useParley();
  const { place, senders, newest } = props.recent;
  const unread = useEntry(store.unread.places, () => placeKey(place));
  const names = () => listOf(senders.slice(0, maxSenders).map((id) => userName(store, id)));
  return (
    <li>
      <a class="inbox-link recent-link" href={placeHref(store, place)} data-list-item>
        <span
          class="recent-channel muted"
          dir={directionOf(place.kind === 'topic' ? `#${channelName(store, place.channelId)}` : t('direct'))}
        >
          {place.kind === 'topic' ? `#${channelName(store, place.channelId)}` : t('direct')}
        </span>
        <span
          class="inbox-label"
          classList={{ 'has-unread': (unread()?.count ?? 0) > 0 }}
          dir={directionOf(
            place.kind === 'topic' ? topicName(store, place.topic) : directName(store, place.userIds),
          )}
        >
          {place.kind === 'topic' ? topicName(store, place.topic) : directName(store, place.userIds)}
        </span>
        <span class="recent-people muted">{names()}</span>
        <span class="inbox-time muted">{briefTimeOf(newest.timestamp)}</span>
        <span class="recent-count">
          <Show when={unread()}>{(present) => <UnreadBadge counts={countsOfPlace(present())} />}</Show>
        </span>
      </a>
    </li>
  );
}
