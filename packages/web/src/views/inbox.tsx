import { type PlaceKey, type PlaceUnread, placeKey } from '@parley/client';
import { Check, CheckCheck } from 'lucide';
import { createMemo, createSignal, For, onMount, Show } from 'solid-js';
import { ComposeBox } from '../compose/compose-box.tsx';
import { briefTimeOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { attempt, markNarrowRead } from '../model/actions.ts';
import { readDevice, writeDevice } from '../model/local-store.ts';
import { channelHref, channelName, directName, placeHref, topicName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived, useEntry } from '../model/reactive.ts';
import { keepScroll } from '../model/scroll-positions.ts';
import { narrowOf } from '../router.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import { listKeys } from '../ui/list-keys.ts';
import { ViewHead } from '../ui/view-head.tsx';

/** Maximum number of channels, and of topics in each, that are rendered at once. Buttons show the others. */
const channelsShown = 60;
const topicsShown = 15;

const byRecency = (one: PlaceUnread, other: PlaceUnread): number => other.newestId - one.newestId;

/** Unread messages by channel and topic; the start view. */
export function InboxView() {
  const [hidesHint, setHidesHint] = createSignal(true);
  onMount(async () => setHidesHint((await readDevice('knowsKeys')) ?? false));
  const dismissHint = () => {
    setHidesHint(true);
    void writeDevice('knowsKeys', true);
  };
  const parley = useParley();
  const { store } = parley;
  const [limit, setLimit] = createSignal(channelsShown);
  const direct = useDerived([store.unread.places], () =>
    [...store.unread.places.values()].filter(({ place }) => place.kind === 'direct').sort(byRecency),
  );
  const channels = useDerived([store.unread.channels, store.channels.subscriptions], () => {
    const newest = [...store.unread.channels.keys()].flatMap((id) => {
      const [first] = store.unread.topicsOf(id);
      return first ? [[id, first.newestId] as const] : [];
    });
    return newest.sort(([, one], [, other]) => other - one).map(([id]) => id);
  });
  const isEmpty = () => direct().length === 0 && channels().length === 0;
  return (
    <>
      <ViewHead title={t('inbox')}>
        <div class="head-actions">
          <Show when={!isEmpty()}>
            <button type="button" class="button" onClick={() => void attempt(markNarrowRead(parley, []))}>
              <Icon of={CheckCheck} />
              {t('markAllRead')}
            </button>
          </Show>
        </div>
      </ViewHead>
      <div
        class="view-scroll"
        ref={(element) => {
          listKeys(element);
          keepScroll(element);
        }}
      >
        <Show
          when={!isEmpty()}
          fallback={
            <div class="empty">
              <h2>{t('inboxEmpty')}</h2>
              <p>{t('inboxEmptyMore')}</p>
              <p>
                <a href="#recent">{t('recentConversations')}</a> · <a href="#feed">{t('combinedFeed')}</a>
              </p>
            </div>
          }
        >
          <Show when={direct().length > 0}>
            <section class="inbox-group">
              <header class="inbox-group-head">
                <h2>{t('directMessages')}</h2>
                <span class="badge" aria-hidden="true">
                  {direct().reduce((sum, { count }) => sum + count, 0)}
                </span>
              </header>
              <InboxRows unread={direct()} />
            </section>
          </Show>
          <For each={channels().slice(0, limit())}>{(id) => <InboxChannel channelId={id} />}</For>
          <Show when={channels().length > limit()}>
            <button
              type="button"
              class="link-button"
              onClick={() => setLimit((each) => each + channelsShown)}
            >
              {t('showMore', { count: channels().length - limit() })}
            </button>
          </Show>
        </Show>
        <Show when={!hidesHint()}>
          <p class="keys-hint muted">
            {t('keysHint')}{' '}
            <button type="button" class="link-button" onClick={dismissHint}>
              {t('dismiss')}
            </button>
          </p>
        </Show>
      </div>
      <ComposeBox place={undefined} channelId={undefined} />
    </>
  );
}

function InboxChannel(props: { channelId: number }) {
  const parley = useParley();
  const { store } = parley;
  const id = props.channelId;
  const settings = useEntry(store.channels.subscriptions, () => id);
  const channel = useEntry(store.channels.channels, () => id);
  const unread = useEntry(store.unread.channels, () => id);
  const name = () => channel()?.name ?? channelName(store, id);
  const topics = createMemo(() => {
    unread();
    return store.unread.topicsOf(id);
  });
  return (
    <section class="inbox-group">
      <header class="inbox-group-head">
        <span class="swatch" style={{ background: settings()?.color }} />
        <h2>
          <a href={channelHref(store, id)}>{name()}</a>
        </h2>
        <button
          type="button"
          class="icon-button"
          aria-label={t('markChannelRead', { channel: name() })}
          title={t('markAllRead')}
          onClick={() => void attempt(markNarrowRead(parley, [{ operator: 'channel', operand: id }]))}
        >
          <Icon of={CheckCheck} />
        </button>
        <span class="badge" aria-hidden="true">
          {unread()?.count}
        </span>
      </header>
      <InboxRows unread={topics()} />
    </section>
  );
}

/** Rows of conversations. A row stays the same while its numbers change, so that it keeps the focus. */
function InboxRows(props: { unread: readonly PlaceUnread[] }) {
  const [limit, setLimit] = createSignal(topicsShown);
  const keys = createMemo(() => props.unread.slice(0, limit()).map(({ place }) => placeKey(place)));
  return (
    <ul>
      <For each={keys()}>{(key) => <InboxRow unreadKey={key} />}</For>
      <Show when={props.unread.length > limit()}>
        <li class="inbox-row">
          <button type="button" class="link-button" onClick={() => setLimit(props.unread.length)}>
            {t('moreTopics', { count: props.unread.length - limit() })}
          </button>
        </li>
      </Show>
    </ul>
  );
}

function InboxRow(props: { unreadKey: PlaceKey }) {
  const parley = useParley();
  const { store } = parley;
  const unread = useEntry(store.unread.places, () => props.unreadKey);
  const { place } = store.unread.places.get(props.unreadKey)!;
  const newest = useEntry(store.messages.known, () => unread()?.newestId);
  const label = () =>
    place.kind === 'topic' ? topicName(store, place.topic) : directName(store, place.userIds);
  return (
    <li class="inbox-row">
      <a class="inbox-link" href={placeHref(store, place)} data-list-item>
        <Show when={place.kind === 'direct' && place}>
          {(direct) => <Avatar userId={direct().userIds[0]!} size="small" />}
        </Show>
        <span class="inbox-label" dir="auto">
          {label()}
        </span>
        <span class="inbox-time muted">
          <Show when={newest()}>{(message) => briefTimeOf(message().timestamp)}</Show>
        </span>
        <span
          class="badge"
          classList={{ 'is-mention': (unread()?.mentions ?? 0) > 0 || place.kind === 'direct' }}
        >
          {unread()?.count}
          <span class="visually-hidden"> {t('unreadCount')}</span>
        </span>
      </a>
      <button
        type="button"
        class="icon-button"
        aria-label={t('markReadOf', { what: label() })}
        title={t('markRead')}
        onClick={() => void attempt(markNarrowRead(parley, narrowOf(place)))}
      >
        <Icon of={Check} />
      </button>
    </li>
  );
}
