import type { PlaceKey, PlaceUnread } from '@parley/client';
import { CheckCheck, Inbox, MoreHorizontal } from 'lucide';
import { type Accessor, createMemo, createSignal, For, type JSX, onMount, Show } from 'solid-js';
import { ComposeBox } from '../compose/compose-box.tsx';
import { t } from '../i18n/index.ts';
import { keepFocus } from '../lib/keys-and-focus/keep-focus.ts';
import { listKeys } from '../lib/keys-and-focus/list-keys.ts';
import { foldAway } from '../lib/lists/fold-away.ts';
import { createHold } from '../lib/lists/hold-while-pointing.ts';
import { useOneColumn } from '../lib/window/window-width.ts';
import { watchTouch } from '../messages/touch/watch-touch.ts';
import { markRead } from '../model/actions.ts';
import { type Parley, useParley } from '../model/parley.tsx';
import { useDerived, useValue } from '../model/reactive.ts';
import { channelFolders } from '../model/sidebar-and-inbox/channel-folders.ts';
import {
  type InboxFilter,
  type InboxSection,
  inboxFilters,
  inboxSections,
  shownIdOf,
} from '../model/sidebar-and-inbox/inbox-sections.ts';
import { useMessages } from '../model/sidebar-and-inbox/newest-unread.ts';
import { narrowOf } from '../router/router.ts';
import { EmptyIcon } from '../ui/empty-icon.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { PeopleButton } from '../ui/people-button.tsx';
import { countInBadge } from '../ui/unread-badge.tsx';
import { ViewHead } from '../ui/view-head.tsx';
import { type Folding, InboxSectionView } from './inbox-section.tsx';

/** Number of rows to render at first, and by which a button increases them. */
const rowsShown = 120;

/** Shows unread conversations: those that concern the person, then the others by folder. The default start view. */
export function InboxView() {
  const parley = useParley();
  const isNarrow = useOneColumn();
  const [filter, setFilter] = createSignal<InboxFilter>('all');
  const [limit, setLimit] = createSignal(rowsShown);
  const folding = createFolding(parley);
  const hold = createHold();
  const sections = useSections(filter);
  /** The sections with as many conversations as may be rendered. */
  const shown = createMemo(() => firstOf(sections(), limit()));
  const hidden = () =>
    sections().reduce((sum, { places }) => sum + places.length, 0) -
    shown().reduce((sum, { places }) => sum + places.length, 0);
  const keys = createMemo<readonly string[]>(
    (before) =>
      sameOr(
        before,
        shown().map(({ section }) => section.key),
      ),
    [],
  );
  const newest = useMessages(parley, () =>
    shown()
      .filter(({ section }) => !folding.isFolded(section.key))
      .flatMap(({ places }) => places.map(shownIdOf)),
  );
  return (
    <>
      <ViewHead title={t('inbox')} isHome>
        <FilterChips filter={filter()} onChoose={setFilter} />
        <div class="head-actions">
          <Show when={sections().length > 0 && filter() === 'all'}>
            <MarkAllRead isNarrow={isNarrow()} />
          </Show>
          <PeopleButton />
        </div>
      </ViewHead>
      <div
        class="view-scroll"
        ref={(element) => {
          hold.watch(element);
          watchRows(parley, element);
        }}
      >
        <Show when={sections().length > 0} fallback={<EmptyInbox filter={filter()} />}>
          <div class="inbox">
            <For each={keys()}>
              {(key) => (
                <Show when={shown().find(({ section }) => section.key === key)}>
                  {(each) => (
                    <InboxSectionView
                      section={each().section}
                      places={each().places}
                      folding={folding}
                      isHeld={hold.isHeld()}
                      newest={newest}
                    />
                  )}
                </Show>
              )}
            </For>
            <Show when={hidden() > 0}>
              <button
                type="button"
                class="link-button inbox-more"
                onClick={() => setLimit((each) => each + rowsShown)}
              >
                {t('showMore', { count: hidden() })}
              </button>
            </Show>
          </div>
        </Show>
        <KeysHint />
      </div>
      <ComposeBox place={undefined} channelId={undefined} />
    </>
  );
}

/** Renders what marks everything as read: a button, and on phones a menu. */
function MarkAllRead(props: { isNarrow: boolean }) {
  const parley = useParley();
  const run = () => void markRead(parley, []);
  return (
    <Show
      when={props.isNarrow}
      fallback={
        <button type="button" class="button" title={`${t('markAllRead')} (E)`} onClick={run}>
          <Icon of={CheckCheck} />
          {t('markAllRead')}
        </button>
      }
    >
      {/* In words, because the same symbol marks a section as read. */}
      <Menu label={t('moreActions')} entries={() => [{ label: t('markAllRead'), icon: CheckCheck, run }]}>
        <Icon of={MoreHorizontal} size={20} />
      </Menu>
    </Show>
  );
}

/** Lets people move through the rows by keys, swipe them, and come back to where they were. */
function watchRows(parley: Parley, list: HTMLElement): void {
  listKeys(list);
  parley.positions.keepScroll(list);
  keepFocus(list);
  foldAway(list, isRead(parley));
  watchTouch(list, {
    rowAt: (each) => each.closest<HTMLElement>('.inbox-row[data-place]') ?? undefined,
    onSwipe: (row) => markRowRead(parley, row),
  });
}

function markRowRead(parley: Parley, { dataset }: HTMLElement): void {
  const unread = parley.store.unread.places.get(dataset.place as PlaceKey);
  if (unread) void markRead(parley, narrowOf(unread.place));
}

/** Returns whether an element is the row of a conversation in which nothing is unread any more. */
const isRead =
  ({ store }: Parley) =>
  ({ dataset }: HTMLElement): boolean =>
    dataset.place !== undefined && !store.unread.places.has(dataset.place as PlaceKey);

/** Returns the same list when it has the same items, so that nothing is rendered again. */
const sameOr = (before: readonly string[], after: readonly string[]): readonly string[] =>
  before.length === after.length && before.every((each, at) => each === after[at]) ? before : after;

function useSections(filter: Accessor<InboxFilter>): Accessor<InboxSection[]> {
  const { store } = useParley();
  const { channels, unread, settings } = store;
  return useDerived(
    [unread.places, channels.subscriptions, channels.folders, channels.channels, settings],
    () =>
      inboxSections(unread.places.values(), channelFolders(store, 'web_inbox_show_channel_folders'), {
        filter: filter(),
        isMuted: (place) => place.kind === 'topic' && channels.isTopicMuted(place.channelId, place.topic),
        isFollowed: (place) =>
          place.kind === 'topic' && channels.isTopicFollowed(place.channelId, place.topic),
      }),
  );
}

/** Returns sections with those of their conversations that are rendered, at most `limit` in all. */
function firstOf(sections: readonly InboxSection[], limit: number) {
  let left = limit;
  const shown: { section: InboxSection; places: readonly PlaceUnread[] }[] = [];
  for (const section of sections) {
    if (left === 0) break;
    const places = section.places.slice(0, left);
    left -= places.length;
    shown.push({ section, places });
  }
  return shown;
}

/** Returns which sections and channels are collapsed on this device, and a function that collapses and expands one. */
function createFolding({ device }: Parley): Folding {
  const [folded, setFolded] = createSignal<readonly string[]>([]);
  onMount(async () => setFolded((await device.read('foldedInbox')) ?? []));
  return {
    isFolded: (key) => folded().includes(key),
    fold(key, isFolded) {
      const others = folded().filter((each) => each !== key);
      void device.write('foldedInbox', setFolded(isFolded ? [...others, key] : others));
    },
  };
}

const filterNames = { all: 'filterAll', mentions: 'mentions', followed: 'filterFollowed' } as const;

function FilterChips(props: { filter: InboxFilter; onChoose: (filter: InboxFilter) => void }) {
  const { store } = useParley();
  const totals = useValue(store.unread.totals);
  return (
    <div class="choice-chips" role="group" aria-label={t('inboxFilter')}>
      <For each={inboxFilters}>
        {(name) => (
          <button
            type="button"
            class="choice-chip"
            aria-pressed={props.filter === name}
            onClick={() => props.onChoose(name)}
          >
            {t(filterNames[name])}
            <Show when={name === 'mentions' && totals().mentions > 0}>
              <span class="chip-count" aria-hidden="true">
                {countInBadge(totals().mentions)}
              </span>
            </Show>
          </button>
        )}
      </For>
    </div>
  );
}

function EmptyInbox(props: { filter: InboxFilter }): JSX.Element {
  return (
    <div class="empty">
      <EmptyIcon of={Inbox} />
      <Show
        when={props.filter === 'all'}
        fallback={<h2>{t(props.filter === 'mentions' ? 'noUnreadMentions' : 'noUnreadFollowed')}</h2>}
      >
        <h2>{t('inboxEmpty')}</h2>
        <p>{t('inboxEmptyMore')}</p>
        <p>
          <a href="#recent">{t('recentConversations')}</a> · <a href="#feed">{t('combinedFeed')}</a>
        </p>
      </Show>
    </div>
  );
}

/** Tells once that there are keyboard shortcuts. */
function KeysHint() {
  const parley = useParley();
  const [isHidden, setHidden] = createSignal(true);
  onMount(async () => setHidden((await parley.device.read('knowsKeys')) ?? false));
  const dismiss = () => {
    setHidden(true);
    void parley.device.write('knowsKeys', true);
  };
  return (
    <Show when={!isHidden()}>
      <p class="keys-hint muted">
        {t('keysHint')}{' '}
        <button type="button" class="link-button" onClick={dismiss}>
          {t('dismiss')}
        </button>
      </p>
    </Show>
  );
}
