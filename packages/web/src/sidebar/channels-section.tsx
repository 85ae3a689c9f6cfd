import { type Channel, type PlaceUnread, placeKey } from '@parley/client';
import { createEffect, createMemo, createSelector, createSignal, For, on, onCleanup, Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { channelHref, compareNames, placeHref, topicName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived, useEntry } from '../model/reactive.ts';
import { channelOfNarrow, isPlaceOnView, route } from '../router.ts';
import { ChannelIcon } from '../ui/channel-icon.tsx';
import { NavigationLink } from './sidebar.tsx';

/**
 * Number of channels that are rendered at first: about two screens with their topics. Scrolling, the filter and a button show
 * the others. Each rendered row costs time whenever the page is drawn.
 */
const pageSize = 40;
const mostTopics = 5;

/** The person's channels, pinned ones and folders first, each with its unread topics. */
export function ChannelsSection(props: { filter: string }) {
  const { store } = useParley();
  const { channels } = store;
  const [limit, setLimit] = createSignal(pageSize);
  createEffect(
    on(
      () => props.filter,
      () => setLimit(pageSize),
    ),
  );

  const sorted = useDerived([channels.channels, channels.subscriptions, channels.folders], () => {
    const all = [...channels.subscriptions.keys()]
      .flatMap((id) => channels.channels.get(id) ?? [])
      .filter((channel) => !channel.is_archived)
      .sort((one, other) => compareNames(one.name, other.name));
    const folders = new Map<string, { name: string; order: number; channels: Channel[] }>();
    for (const channel of all) {
      const isPinned = channels.subscriptions.get(channel.stream_id)?.pin_to_top;
      const folder = channel.folder_id == null ? undefined : channels.folders.get(channel.folder_id);
      const name = isPinned ? t('pinned') : (folder?.name ?? t('channels'));
      const order = isPinned ? -1 : folder ? (folder.order ?? 0) : Number.MAX_SAFE_INTEGER;
      const known = folders.get(name) ?? { name, order, channels: [] };
      folders.set(name, known);
      known.channels.push(channel);
    }
    return [...folders.values()].sort((one, other) => one.order - other.order);
  });
  const shown = createMemo(() => {
    const wanted = props.filter.trim().toLowerCase();
    let left = limit();
    const matching = new Map<string, readonly Channel[]>();
    for (const { name, channels: all } of sorted()) {
      const part = (
        wanted === '' ? all : all.filter((channel) => channel.name.toLowerCase().includes(wanted))
      ).slice(0, left);
      left -= part.length;
      if (part.length > 0) matching.set(name, part);
    }
    return matching;
  });
  /**
   * The folders by name. The list stays the same while their channels change, so that unchanged rows are not rendered
   * again.
   */
  const folders = createMemo(() => [...shown().keys()]);
  const total = () => sorted().reduce((sum, folder) => sum + folder.channels.length, 0);
  const shownCount = () => [...shown().values()].reduce((sum, part) => sum + part.length, 0);
  const isActive = createSelector(() => {
    const present = route();
    return present.view === 'messages' ? channelOfNarrow(present.narrow) : undefined;
  });

  /** Scrolling to the button does a part of what pressing it does. */
  function showMoreWhenVisible(button: HTMLElement): void {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setLimit((each) => each + pageSize);
        // Reports again if the button is still near the visible part.
        observer.unobserve(button);
        observer.observe(button);
      },
      { rootMargin: '300px' },
    );
    observer.observe(button);
    onCleanup(() => observer.disconnect());
  }

  return (
    <nav aria-label={t('channels')} class="sidebar-section sidebar-channels">
      <For each={folders()} fallback={<Title name={t('channels')} />}>
        {(folder) => (
          <>
            <Title name={folder} />
            <ul>
              <For each={shown().get(folder)}>
                {(channel) => <ChannelRow channel={channel} isActive={isActive(channel.stream_id)} />}
              </For>
            </ul>
          </>
        )}
      </For>
      <Show when={shownCount() === 0}>
        <p class="sidebar-hint muted">{t(total() === 0 ? 'noChannels' : 'nothingFound')}</p>
      </Show>
      <Show when={props.filter.trim() === '' && shownCount() < total()}>
        <button
          type="button"
          class="link-button sidebar-hint"
          ref={showMoreWhenVisible}
          onClick={() => setLimit((each) => each + 1_000)}
        >
          {t('showMore', { count: total() - shownCount() })}
        </button>
      </Show>
    </nav>
  );
}

/** The title of a section of the sidebar. It stays visible while the section scrolls. */
export function Title(props: { name: string }) {
  return <h2 class="sidebar-title">{props.name}</h2>;
}

function ChannelRow(props: { channel: Channel; isActive: boolean }) {
  const { store, connection } = useParley();
  const id = props.channel.stream_id;
  const settings = useEntry(store.channels.subscriptions, () => id);
  const unread = useEntry(store.unread.channels, () => id);
  const recent = useEntry(store.topics.ofChannel, () => (props.isActive ? id : undefined));
  createEffect(() => {
    if (props.isActive && !store.topics.ofChannel.has(id)) {
      void connection.history.loadTopics(id).catch(() => undefined);
    }
  });
  const [showsAll, setShowsAll] = createSignal(false);
  const topics = createMemo(() => {
    unread();
    const names = new Map(
      store.unread.topicsOf(id).map(({ place }) => [topicOf(place).toLowerCase(), topicOf(place)]),
    );
    if (props.isActive) {
      for (const { name } of recent() ?? [])
        if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
    }
    return [...names.values()];
  });
  const visible = () =>
    showsAll() ? topics() : topics().slice(0, props.isActive ? 2 * mostTopics : mostTopics);
  const isAtChannel = () => {
    if (!props.isActive) return false;
    const present = route();
    return present.view === 'messages' && present.narrow.length === 1;
  };
  return (
    <>
      <NavigationLink
        class="channel-row"
        href={channelHref(store, id)}
        label={props.channel.name}
        lead={<ChannelIcon channel={props.channel} />}
        isCurrent={isAtChannel()}
        count={unread()?.count}
        isMention={(unread()?.mentions ?? 0) > 0}
        isMuted={settings()?.is_muted ?? false}
      />
      <For each={visible()}>{(topic) => <TopicRow channelId={id} topic={topic} />}</For>
      <Show when={topics().length > visible().length}>
        <li class="nav-row topic-row">
          <button type="button" class="link-button" onClick={() => setShowsAll(true)}>
            {t('moreTopics', { count: topics().length - visible().length })}
          </button>
        </li>
      </Show>
    </>
  );
}

const topicOf = (place: PlaceUnread['place']): string => (place.kind === 'topic' ? place.topic : '');

function TopicRow(props: { channelId: number; topic: string }) {
  const { store } = useParley();
  const place = { kind: 'topic', channelId: props.channelId, topic: props.topic } as const;
  const key = placeKey(place);
  const unread = useEntry(store.unread.places, () => key);
  const policy = useEntry(store.channels.userTopics, () => key);
  return (
    <NavigationLink
      class="topic-row"
      href={placeHref(store, place)}
      label={topicName(store, props.topic)}
      isCurrent={isPlaceOnView(key)}
      count={unread()?.count}
      isMention={(unread()?.mentions ?? 0) > 0}
      isMuted={policy()?.visibility_policy === 1}
    />
  );
}
