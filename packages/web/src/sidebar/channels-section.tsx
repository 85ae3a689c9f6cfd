import { type Channel, type ChannelId, foldCase, placeKey } from '@parley/client';
import { ChevronDown, ChevronRight, Compass } from 'lucide';
import {
  createEffect,
  createMemo,
  createSelector,
  createSignal,
  For,
  on,
  onMount,
  Show,
  untrack,
} from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { dragToOrder } from '../lib/lists/drag-order.ts';
import { rowsPerWindow, showMoreNear } from '../lib/lists/near-end.ts';
import { useDraft } from '../model/drafts/own-draft.ts';
import { channelHref, placeHref, topicName } from '../model/names.ts';
import { openChannel } from '../model/navigation/open-channel.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived, useEntry } from '../model/reactive.ts';
import { useSetting } from '../model/settings.ts';
import { type ChannelFolder, channelFolders } from '../model/sidebar-and-inbox/channel-folders.ts';
import { shownUnread } from '../model/sidebar-and-inbox/display-rules.ts';
import type { OrderKey } from '../model/sidebar-and-inbox/sidebar-order.ts';
import { browseHref, channelOfRoute } from '../router/router.ts';
import { ChannelIcon } from '../ui/channel-icon.tsx';
import { DraftMark } from '../ui/draft-mark.tsx';
import { Icon } from '../ui/icon.tsx';
import { countInBadge, UnreadBadge } from '../ui/unread-badge.tsx';
import { maxTopics, useChannelTopics } from './channel-topics.ts';
import { NavigationLink } from './navigation-link.tsx';
import {
  channelEntries,
  channelKeys,
  channelQuick,
  moveBeside,
  topicEntries,
  topicKeys,
} from './row-entries.ts';
import { isPlaceShown, shownRoute } from './shown-route.ts';

/** Rows above an open channel, up to which they are all rendered to show it. */
const maxRevealed = 500;
const countPolicyName = 'web_stream_unreads_count_display_policy';

/**
 * Returns the person's channels by folder, as far as they are rendered: those that match the filter, and of a collapsed folder only the
 * channel that is open. Call it inside a component.
 */
function useShownChannels(props: { readonly filter: string }) {
  const parley = useParley();
  const { store } = parley;
  const { channels } = store;
  const isFiltered = createMemo(() => props.filter.trim() !== '');
  const [folded, setFolded] = createSignal<readonly string[]>([]);
  onMount(async () => setFolded((await parley.device.read('foldedFolders')) ?? []));
  /**
   * Number of rendered channels and topics. Scrolling and a button increase it. Each change of the filter resets it before any
   * row is rendered.
   */
  const size = createMemo(
    on(
      () => props.filter,
      () => createSignal(rowsPerWindow()),
    ),
  );
  const limit = () => size()[0]();
  const showMore = (count: number) => size()[1]((present) => present + count);
  const isFolded = (key: string) => !isFiltered() && folded().includes(key);
  const toggle = (key: string) => {
    const next = setFolded((all) => (all.includes(key) ? all.filter((each) => each !== key) : [...all, key]));
    void parley.device.write('foldedFolders', next);
  };

  const all = useDerived([channels.channels, channels.subscriptions, channels.folders, store.settings], () =>
    channelFolders(store),
  );
  const activeId = createMemo(() => channelOfRoute(shownRoute(parley)));
  const isActive = createSelector(activeId);
  /** Channels that match the filter, by folder. A collapsed folder contains only the channel that is open. */
  const matching = createMemo(() => {
    const wanted = foldCase(props.filter.trim());
    return all().flatMap((folder): ChannelFolder[] => {
      if (isFolded(folder.key)) {
        const active = activeId();
        return [{ ...folder, channels: folder.channels.filter((each) => each.stream_id === active) }];
      }
      if (wanted === '') return [folder];
      const found = folder.channels.filter((channel) => foldCase(channel.name).includes(wanted));
      return found.length > 0 ? [{ ...folder, channels: found }] : [];
    });
  });
  /**
   * Estimates how many rows a channel takes: one for the channel and, without a filter, one for each unread topic, at most
   * `maxTopics`.
   */
  const rowsOf = ({ stream_id: id }: Channel) =>
    isFiltered() ? 1 : 1 + Math.min(maxTopics, store.unread.topicsOf(id).length);
  /** The first matching channels by folder, up to the number of rendered rows. */
  const shown = createMemo(() => {
    let left = limit();
    const parts = new Map<string, readonly Channel[]>();
    for (const { key, channels: its } of matching()) {
      let count = 0;
      while (count < its.length && left > 0) left -= rowsOf(its[count++]!);
      if (count > 0 || its.length === 0) parts.set(key, its.slice(0, count));
    }
    return parts;
  });
  // The open channel is rendered wherever it stands, so that the sidebar can show it. A very long list would delay the page.
  createEffect(() => {
    const active = activeId();
    if (isFiltered() || active === undefined) return;
    const channels = matching().flatMap((folder) => folder.channels);
    const place = channels.findIndex(({ stream_id: id }) => id === active);
    const rows = channels.slice(0, place + 1).reduce((sum, channel) => sum + rowsOf(channel), 0);
    if (rows > maxRevealed) return;
    const missing = rows - untrack(limit);
    if (missing > 0) showMore(missing);
  });
  /** Keys of the folders, which do not change with the channels, so unchanged rows are not rendered again. */
  const keys = createMemo(() => [...shown().keys()]);
  const folderOf = (key: string) => all().find((each) => each.key === key);
  const countOf = (parts: Iterable<readonly Channel[]>) =>
    Array.from(parts, ({ length }) => length).reduce((sum, each) => sum + each, 0);
  const hiddenCount = () => countOf(matching().map(({ channels: its }) => its)) - countOf(shown().values());

  return {
    all,
    isFiltered,
    isFolded,
    toggle,
    isActive,
    folderOf,
    keys,
    shown,
    hasMatches: () => matching().length > 0,
    hiddenCount,
    showMore,
  };
}

/** Renders the person's channels with their unread topics: pinned channels first, then folders, then other channels. */
export function ChannelsSection(props: { filter: string }) {
  const parley = useParley();
  const {
    all,
    isFiltered,
    isFolded,
    toggle,
    isActive,
    folderOf,
    keys,
    shown,
    hasMatches,
    hiddenCount,
    showMore,
  } = useShownChannels(props);
  return (
    <nav aria-label={t('channels')} class="sidebar-section sidebar-channels">
      <For each={keys()} fallback={<Title name={t('channels')} />}>
        {(key) => (
          // An element of its own, so that the title of the next folder pushes this one out.
          <div>
            <FolderTitle
              folder={folderOf(key)}
              siblings={all().flatMap((folder): OrderKey[] =>
                /^\d+$/.test(folder.key) ? [`f${Number(folder.key)}`] : [],
              )}
              isFolded={isFolded(key)}
              isFixed={isFiltered()}
              onToggle={() => toggle(key)}
            />
            <ul>
              <For each={shown().get(key)}>
                {(channel) => (
                  <ChannelRow
                    channel={channel}
                    siblings={() =>
                      folderOf(key)?.channels.map((each): OrderKey => `c${each.stream_id}`) ?? []
                    }
                    isActive={isActive(channel.stream_id)}
                    hasTopics={!isFiltered() && !isFolded(key)}
                  />
                )}
              </For>
            </ul>
          </div>
        )}
      </For>
      <Show when={!hasMatches()}>
        <p class="sidebar-hint muted">{t(all().length === 0 ? 'noChannels' : 'nothingFound')}</p>
      </Show>
      <Show when={hiddenCount() > 0}>
        <button
          type="button"
          class="link-button sidebar-hint"
          ref={(button) => showMoreNear(button, 'sidebar-scroll', () => showMore(rowsPerWindow()))}
          onClick={() => showMore(Number.POSITIVE_INFINITY)}
        >
          {t('showMore', { count: hiddenCount() })}
        </button>
      </Show>
      <Show when={!isFiltered()}>
        <ul>
          <NavigationLink
            href={browseHref}
            icon={Compass}
            label={t('browseChannels')}
            isCurrent={shownRoute(parley).view === 'channel-settings'}
          />
        </ul>
      </Show>
    </nav>
  );
}

/** Renders the title of a section of the sidebar. It stays visible while the section scrolls. */
export function Title(props: { name: string }) {
  return <h2 class="sidebar-title">{props.name}</h2>;
}

/** Renders the title of a folder, which collapses and expands it. A collapsed folder shows the number of its unread messages. */
function FolderTitle(props: {
  folder: ChannelFolder | undefined;
  /** The folders that administrators created, which the person can put in another order. */
  siblings: readonly OrderKey[];
  isFolded: boolean;
  /** Whether the folder cannot be collapsed at the moment. */
  isFixed: boolean;
  onToggle: () => void;
}) {
  const parley = useParley();
  const { store } = parley;
  const orderKey = (): OrderKey => `f${Number(props.folder?.key)}`;
  const drag = (title: HTMLElement) => {
    if (!props.siblings.includes(orderKey())) return;
    dragToOrder(title, {
      kind: 'folder',
      key: orderKey(),
      onDrop: (dragged, isAfter) =>
        moveBeside(parley, props.siblings, dragged as OrderKey, { beside: orderKey(), isAfter }),
    });
  };
  const hasSums = useSetting<boolean>('web_left_sidebar_unreads_count_summary');
  const countPolicy = useSetting<number>(countPolicyName);
  const changes = useDerived([store.unread.channels], () => ({}));
  const unread = createMemo(() => {
    if (!props.isFolded || hasSums() === false) return 0;
    changes();
    const counts = props.folder?.channels.map(({ stream_id: id }) => {
      const { count = 0, mentions = 0 } = store.unread.channels.get(id) ?? {};
      const isMuted = store.channels.subscriptions.get(id)?.is_muted ?? false;
      return shownUnread(countPolicy(), { count, mentions, isMuted });
    });
    return counts?.reduce((sum, each) => sum + each, 0) ?? 0;
  });
  return (
    <Show when={!props.isFixed} fallback={<Title name={props.folder?.name ?? ''} />}>
      <h2 class="sidebar-title" ref={drag}>
        <button
          type="button"
          class="folder-toggle"
          aria-expanded={!props.isFolded}
          aria-describedby={unread() > 0 ? `folder-${props.folder?.key} unread-words` : undefined}
          onClick={() => props.onToggle()}
        >
          <Icon of={props.isFolded ? ChevronRight : ChevronDown} />
          <span class="nav-label" dir={directionOf(props.folder?.name)}>
            {props.folder?.name}
          </span>
        </button>
        <Show when={unread() > 0}>
          <span class="badge" id={`folder-${props.folder?.key}`} aria-hidden="true">
            {countInBadge(unread())}
          </span>
        </Show>
      </h2>
    </Show>
  );
}

function ChannelRow(props: {
  channel: Channel;
  /** The channels of the same folder. */
  siblings: () => readonly OrderKey[];
  isActive: boolean;
  hasTopics: boolean;
}) {
  const parley = useParley();
  const { store } = parley;
  const id = props.channel.stream_id;
  const settings = useEntry(store.channels.subscriptions, () => id);
  const unread = useEntry(store.unread.channels, () => id);
  const countPolicy = useSetting<number>(countPolicyName);
  const count = () =>
    shownUnread(countPolicy(), {
      count: unread()?.count ?? 0,
      mentions: unread()?.mentions ?? 0,
      isMuted: settings()?.is_muted ?? false,
    });
  /** Channels are put in an order within their folder. */
  const folderKey = () => (settings()?.pin_to_top ? 'pinned' : String(props.channel.folder_id));
  const topics = useChannelTopics(id, props, unread);
  const isAtChannel = () => {
    if (!props.isActive) return false;
    const present = shownRoute(parley);
    return present.view === 'channel' || (present.view === 'messages' && present.narrow.length === 1);
  };
  return (
    <>
      <NavigationLink
        // The rows below have the counts.
        class={topics.rows().length > 0 ? 'is-open' : ''}
        href={channelHref(store, id)}
        onOpen={() => void openChannel(parley, id)}
        entries={() => channelEntries(parley, id, props.siblings())}
        keys={channelKeys(parley, id)}
        quick={channelQuick(parley, props.channel, {
          isMuted: settings()?.is_muted ?? false,
          isLoud: (unread()?.count ?? 0) > 0,
        })}
        onRow={(row) =>
          dragToOrder(row, {
            kind: `channel of ${folderKey()}`,
            key: `c${id}`,
            onDrop: (dragged, isAfter) =>
              moveBeside(parley, props.siblings(), dragged as OrderKey, { beside: `c${id}`, isAfter }),
          })
        }
        label={props.channel.name}
        lead={<ChannelIcon channel={props.channel} />}
        isCurrent={isAtChannel()}
        count={count()}
        personal={unread()?.mentions}
        areMentions
        isMuted={settings()?.is_muted ?? false}
      />
      <For each={topics.rows()}>{(row) => <TopicRow channelId={id} topic={row.name()} />}</For>
      <Show when={topics.more() > 0}>
        <li class="nav-row topic-row">
          <button type="button" class="more-rows" onClick={topics.showAll}>
            {t('moreTopics', { count: topics.more() })}
          </button>
          <UnreadBadge counts={{ count: topics.moreUnread(), personal: 0 }} />
        </li>
      </Show>
    </>
  );
}

function TopicRow(props: { channelId: ChannelId; topic: string }) {
  const parley = useParley();
  const { store } = parley;
  const place = () => ({ kind: 'topic', channelId: props.channelId, topic: props.topic }) as const;
  const key = createMemo(() => placeKey(place()));
  const unread = useEntry(store.unread.places, key);
  const policy = useEntry(store.channels.userTopics, key);
  const draft = useDraft(place);
  return (
    <NavigationLink
      class="topic-row"
      detail={<DraftMark draft={draft()} />}
      href={placeHref(store, place())}
      label={topicName(store, props.topic)}
      entries={() => topicEntries(parley, place)}
      keys={topicKeys(parley, place)}
      isCurrent={isPlaceShown(parley, key())}
      count={unread()?.count}
      personal={unread()?.mentions}
      areMentions
      isMuted={policy()?.visibility_policy === 1}
    />
  );
}
