import { foldCase, type Message, type Place, placeKey, placeOf } from '@parley/client';
import { type Accessor, createMemo, createSignal, For, onMount, Show } from 'solid-js';
import { ComposeBox } from '../compose/compose-box.tsx';
import { t } from '../i18n/index.ts';
import { keepFocus } from '../lib/keys-and-focus/keep-focus.ts';
import { listKeys } from '../lib/keys-and-focus/list-keys.ts';
import { HeldOrder } from '../lib/lists/held-order.ts';
import { createHold } from '../lib/lists/hold-while-pointing.ts';
import { attempt } from '../model/actions.ts';
import { channelName, directName, placeHref, topicName } from '../model/names.ts';
import { type Parley, useParley } from '../model/parley.tsx';
import { useDerived, useEntry } from '../model/reactive.ts';
import { PeopleButton } from '../ui/people-button.tsx';
import { countsOfPlace, UnreadBadge } from '../ui/unread-badge.tsx';
import { HeadFilter, ViewHead } from '../ui/view-head.tsx';
import { Faces } from './faces.tsx';
import { PlaceWords, RowTime } from './place-words.tsx';
import { vi } from './texts.ts';

type Recent = {
  readonly place: Place;
  readonly newest: Message;
  /** Who wrote the messages that are loaded, the most recent first. */
  readonly senders: readonly number[];
};

const messagesRead = 400;

/** Which conversations are listed, and what the choices are called. */
const choices = [
  ['all', 'filterAll'],
  ['unread', 'unread'],
  ['direct', 'directMessages'],
] as const;
type Choice = (typeof choices)[number][0];

/** Reads the newest messages, and groups them by conversation. Call it inside a component. */
function createRecents(parley: Parley) {
  const { store, connection } = parley;
  const feed = connection.history.list([]);
  const [isLoading, setLoading] = createSignal(feed.newestRange === undefined);
  const load = async (reading: Promise<unknown>) => {
    await attempt(parley, reading, t('moreNotLoaded'));
    setLoading(false);
  };
  onMount(() => load(connection.history.load(feed, { anchor: 'newest', before: messagesRead })));
  const all = useDerived([store.messages.known], () => {
    const byPlace = new Map<string, Recent & { senders: number[] }>();
    for (const id of feed.newestRange?.ids.toReversed() ?? []) {
      const message = store.messages.known.get(id);
      if (!message) continue;
      const place = placeOf(message, store.people.selfId);
      const known = byPlace.get(placeKey(place));
      if (!known) byPlace.set(placeKey(place), { place, newest: message, senders: [message.sender_id] });
      else if (!known.senders.includes(message.sender_id)) known.senders.push(message.sender_id);
    }
    return byPlace;
  });
  const hasEarlier = () => {
    all();
    return (feed.newestRange?.from ?? 0) > 0;
  };
  const loadEarlier = () => {
    const from = feed.newestRange?.from;
    if (from === undefined) return;
    setLoading(true);
    void load(connection.history.loadBefore(feed, from, messagesRead));
  };
  return { all, isLoading, hasEarlier, loadEarlier };
}

/** Returns which conversations a choice and the typed words leave, in the order in which they are shown. Call it inside a component. */
function createShown(recents: ReturnType<typeof createRecents>, hold: ReturnType<typeof createHold>) {
  const { store } = useParley();
  const [filter, setFilter] = createSignal('');
  const [choice, setChoice] = createSignal<Choice>('all');
  const order = new HeldOrder<string>();
  const arranged = createMemo(() => order.arrange([...recents.all().keys()], hold.isHeld()));
  const unread = useDerived([store.unread.places], () => ({}));
  const isChosen = ({ place }: Recent) => {
    if (choice() === 'unread') return store.unread.places.has(placeKey(place));
    return choice() === 'all' || place.kind === 'direct';
  };
  const searchText = (place: Place) =>
    foldCase(
      place.kind === 'topic'
        ? `${channelName(store, place.channelId)} ${topicName(store, place.topic)}`
        : directName(store, place.userIds),
    );
  const keys = createMemo(() => {
    const wanted = foldCase(filter().trim());
    if (choice() === 'unread') unread();
    return arranged().filter((key) => {
      const recent = recents.all().get(key);
      return recent && isChosen(recent) && (wanted === '' || searchText(recent.place).includes(wanted));
    });
  });
  return { keys, filter, setFilter, choice, setChoice };
}

/** Shows recent conversations, the ones with the newest messages first. Rows keep their places while the pointer is on them. */
export default function RecentView() {
  const parley = useParley();
  const hold = createHold();
  const recents = createRecents(parley);
  const shown = createShown(recents, hold);
  return (
    <>
      <ViewHead title={t('recentConversations')}>
        <Choices choice={shown.choice()} onChoose={shown.setChoice} />
        <HeadFilter label={vi('filterConversations')} value={shown.filter()} onChange={shown.setFilter} />
        <PeopleButton />
      </ViewHead>
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
          when={shown.keys().length > 0}
          fallback={
            <p class="empty">
              {recents.isLoading()
                ? t('loading')
                : t(recents.all().size === 0 ? 'emptyFeed' : 'nothingFound')}
            </p>
          }
        >
          <ul class="recent">
            <For each={shown.keys()}>{(key) => <RecentRow of={() => recents.all().get(key)} />}</For>
          </ul>
          <Show when={recents.hasEarlier()}>
            <p class="more-below">
              <button
                type="button"
                class="button"
                disabled={recents.isLoading()}
                onClick={() => recents.loadEarlier()}
              >
                {vi('earlierConversations')}
              </button>
            </p>
          </Show>
        </Show>
      </div>
      <ComposeBox place={undefined} channelId={undefined} />
    </>
  );
}

function Choices(props: { choice: Choice; onChoose: (choice: Choice) => void }) {
  return (
    <div class="choice-chips" role="group" aria-label={t('inboxFilter')}>
      <For each={choices}>
        {([name, text]) => (
          <button
            type="button"
            class="choice-chip"
            aria-pressed={props.choice === name}
            onClick={() => props.onChoose(name)}
          >
            {t(text)}
          </button>
        )}
      </For>
    </div>
  );
}

/** Renders a conversation. The row keeps its element when messages arrive, so that it keeps the focus. */
function RecentRow(props: { of: Accessor<Recent | undefined> }) {
  const { store } = useParley();
  // A row that goes is drawn once more with what it showed.
  const recent = createMemo<Recent>((before) => props.of() ?? before, props.of()!);
  const unread = useEntry(store.unread.places, () => placeKey(recent().place));
  return (
    <li class="inbox-row" classList={{ 'is-direct': recent().place.kind === 'direct' }}>
      <a class="inbox-link" href={placeHref(store, recent().place)} data-list-item>
        <PlaceWords place={recent().place} newest={recent().newest} hasUnread={(unread()?.count ?? 0) > 0} />
        <Faces senders={recent().place.kind === 'topic' ? recent().senders : []} />
        <RowTime newest={recent().newest} />
        <span class="recent-count">
          <Show when={unread()}>{(present) => <UnreadBadge counts={countsOfPlace(present())} />}</Show>
        </span>
      </a>
    </li>
  );
}
