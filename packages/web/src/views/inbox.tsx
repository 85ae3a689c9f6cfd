import { type PlaceKey, type PlaceUnread, placeKey } from '@parley/client';
import { Check, CheckCheck, Inbox, MessagesSquare } from 'lucide';
import { createMemo, createSignal, For, type JSX, onMount, Show } from 'solid-js';
import { ComposeBox } from '../compose/compose-box.tsx';
import { directionOfHtml } from '../html/direction-of-html.ts';
import { directionOf } from '../i18n/direction.ts';
import { briefTimeOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { listKeys } from '../lib/list-keys.ts';
import { markRead } from '../model/actions.ts';
import { channelFolders } from '../model/channel-folders.ts';
import { inboxOrder } from '../model/inbox-order.ts';
import { readDevice, writeDevice } from '../model/local-store.ts';
import { channelHref, channelName, directName, placeHref, topicName } from '../model/names.ts';
import { previewOf, useMessages } from '../model/newest-unread.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived, useEntry } from '../model/reactive.ts';
import { keepScroll } from '../model/scroll-positions.ts';
import { narrowOf } from '../router/router.ts';
import { Avatar } from '../ui/avatar.tsx';
import { ChannelIcon } from '../ui/channel-icon.tsx';
import { EmptyIcon } from '../ui/empty-icon.tsx';
import { Icon } from '../ui/icon.tsx';
import { countsOfPlace, UnreadBadge } from '../ui/unread-badge.tsx';
import { ViewHead } from '../ui/view-head.tsx';

/** Maximum number of channels to render, and of topics in each channel. Buttons show the rest. */
const channelsShown = 60;
const topicsShown = 15;

type Lookup = ReturnType<typeof useMessages>;

const byRecency = (one: PlaceUnread, other: PlaceUnread): number => other.newestId - one.newestId;

/** Shows unread messages: by direct conversation, then by channel and topic. This is the default start view. */
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
  const { subscriptions, folders } = store.channels;
  const ordered = useDerived([store.unread.channels, subscriptions, folders, store.settings], () => {
    const newest = [...store.unread.channels.keys()].flatMap((id) => {
      const [first] = store.unread.topicsOf(id);
      return first ? [[id, first.newestId] as const] : [];
    });
    const ids = newest.sort(([, one], [, other]) => other - one).map(([id]) => id);
    return inboxOrder(channelFolders(store, 'web_inbox_show_channel_folders'), ids);
  });
  const channels = () => ordered().channelIds;
  const isEmpty = () => direct().length === 0 && channels().length === 0;
  const newest = useMessages(parley, () => [
    ...direct().map(({ newestId }) => newestId),
    ...channels()
      .slice(0, limit())
      .flatMap((id) =>
        store.unread
          .topicsOf(id)
          .slice(0, topicsShown)
          .map(({ newestId }) => newestId),
      ),
  ]);
  return (
    <>
      <ViewHead title={t('inbox')}>
        <div class="head-actions">
          <Show when={!isEmpty()}>
            <button
              type="button"
              class="button is-short"
              title={t('markAllRead')}
              onClick={() => void markRead(parley, [])}
            >
              <Icon of={CheckCheck} />
              <span class="button-text">{t('markAllRead')}</span>
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
              <EmptyIcon of={Inbox} />
              <h2>{t('inboxEmpty')}</h2>
              <p>{t('inboxEmptyMore')}</p>
              <p>
                <a href="#recent">{t('recentConversations')}</a> · <a href="#feed">{t('combinedFeed')}</a>
              </p>
            </div>
          }
        >
          <Show when={direct().length > 0}>
            <InboxGroup
              lead={<Icon of={MessagesSquare} />}
              title={t('directMessages')}
              name={t('directMessages')}
              count={direct().reduce((sum, { count }) => sum + count, 0)}
              onRead={() => void markRead(parley, [{ operator: 'is', operand: 'dm' }])}
            >
              <InboxRows unread={direct()} newest={newest} />
            </InboxGroup>
          </Show>
          <For each={channels().slice(0, limit())}>
            {(id) => (
              <>
                <Show when={ordered().titles.get(id)}>
                  {(title) => (
                    <p class="inbox-folder" dir={directionOf(title())}>
                      {title()}
                    </p>
                  )}
                </Show>
                <InboxChannel channelId={id} newest={newest} />
              </>
            )}
          </For>
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

/** Shows a title with the conversations below it. */
function InboxGroup(props: {
  lead: JSX.Element;
  title: JSX.Element;
  /** Name of the channel, or of the group of conversations. The button that marks it as read contains the name. */
  name: string;
  count: number;
  onRead: () => void;
  children: JSX.Element;
}) {
  return (
    <section class="inbox-group">
      <header class="inbox-group-head">
        {props.lead}
        <h2 dir={directionOf(props.name)}>{props.title}</h2>
        <span class="badge" aria-hidden="true">
          {props.count}
        </span>
        <button
          type="button"
          class="icon-button"
          aria-label={t('markChannelRead', { channel: props.name })}
          title={t('markAllRead')}
          onClick={() => props.onRead()}
        >
          <Icon of={CheckCheck} />
        </button>
      </header>
      {props.children}
    </section>
  );
}

function InboxChannel(props: { channelId: number; newest: Lookup }) {
  const parley = useParley();
  const { store } = parley;
  const id = props.channelId;
  const channel = useEntry(store.channels.channels, () => id);
  const unread = useEntry(store.unread.channels, () => id);
  const name = () => channel()?.name ?? channelName(store, id);
  const topics = createMemo(() => {
    unread();
    return store.unread.topicsOf(id);
  });
  return (
    <InboxGroup
      lead={<ChannelIcon channel={channel()} />}
      title={<a href={channelHref(store, id)}>{name()}</a>}
      name={name()}
      count={unread()?.count ?? 0}
      onRead={() => void markRead(parley, [{ operator: 'channel', operand: id }])}
    >
      <InboxRows unread={topics()} newest={props.newest} />
    </InboxGroup>
  );
}

/** Renders rows of conversations. A row keeps its element when its counts change, so that it keeps the focus. */
function InboxRows(props: { unread: readonly PlaceUnread[]; newest: Lookup }) {
  const [limit, setLimit] = createSignal(topicsShown);
  const keys = createMemo(() => props.unread.slice(0, limit()).map(({ place }) => placeKey(place)));
  return (
    <ul>
      <For each={keys()}>{(key) => <InboxRow unreadKey={key} newest={props.newest} />}</For>
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

function InboxRow(props: { unreadKey: PlaceKey; newest: Lookup }) {
  const parley = useParley();
  const { store } = parley;
  const unread = useEntry(store.unread.places, () => props.unreadKey);
  const { place } = store.unread.places.get(props.unreadKey)!;
  const known = useEntry(store.messages.known, () => unread()?.newestId);
  const newest = () => known() ?? props.newest(unread()?.newestId);
  const label = () =>
    place.kind === 'topic' ? topicName(store, place.topic) : directName(store, place.userIds);
  return (
    <li class="inbox-row" classList={{ 'is-direct': place.kind === 'direct' }}>
      <a class="inbox-link" href={placeHref(store, place)} data-list-item>
        <Show when={place.kind === 'direct' && place}>
          {(direct) => <Avatar userId={direct().userIds[0]!} size="small" />}
        </Show>
        <span class="inbox-label" dir={directionOf(label())}>
          {label()}
        </span>
        <span class="inbox-preview muted" dir={directionOfHtml(newest()?.content ?? '')}>
          <Show when={newest()}>{(message) => <>{previewOf(message(), store)}</>}</Show>
        </span>
        <span class="inbox-time muted">
          <Show when={newest()}>{(message) => <>{briefTimeOf(message().timestamp)}</>}</Show>
        </span>
        <UnreadBadge counts={countsOfPlace(unread())} />
      </a>
      <button
        type="button"
        class="icon-button"
        aria-label={t('markReadOf', { what: label() })}
        title={t('markRead')}
        onClick={() => void markRead(parley, narrowOf(place))}
      >
        <Icon of={Check} />
      </button>
    </li>
  );
}
