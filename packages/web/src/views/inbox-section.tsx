import type { ChannelId, PlaceKey, PlaceUnread } from '@parley/client';
import { Check, CheckCheck, ChevronDown, ChevronRight, ChevronsDownUp } from 'lucide';
import { createMemo, createUniqueId, For, Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { HeldOrder } from '../lib/lists/held-order.ts';
import { markPlacesRead, markRead, toggleMutedTopic } from '../model/actions.ts';
import { channelHref, channelName, placeHref } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived, useEntry } from '../model/reactive.ts';
import { channelFolders } from '../model/sidebar-and-inbox/channel-folders.ts';
import {
  type InboxRow,
  type InboxSection,
  inboxRows,
  personalKey,
  shownIdOf,
} from '../model/sidebar-and-inbox/inbox-sections.ts';
import type { useMessages } from '../model/sidebar-and-inbox/newest-unread.ts';
import { narrowOf } from '../router/router.ts';
import { ChannelIcon } from '../ui/channel-icon.tsx';
import { Icon } from '../ui/icon.tsx';
import { takeRowKeys } from '../ui/row-keys.ts';
import { countInBadge, countsOfPlace, UnreadBadge } from '../ui/unread-badge.tsx';
import { PlaceWords, RowTime, useLabel } from './place-words.tsx';

type Lookup = ReturnType<typeof useMessages>;

/** Which sections and channels are collapsed. */
export type Folding = {
  isFolded(key: string): boolean;
  fold(key: string, isFolded: boolean): void;
};

const channelKey = (channelId: ChannelId): `channel:${number}` => `channel:${channelId}`;

/** Renders a section of the inbox: its title, which collapses it, and its conversations. */
export function InboxSectionView(props: {
  section: InboxSection;
  /** The conversations of the section that are rendered. */
  places: readonly PlaceUnread[];
  folding: Folding;
  /** Whether rows must stay where they are. */
  isHeld: boolean;
  newest: Lookup;
}) {
  const parley = useParley();
  const id = createUniqueId();
  const name = useSectionName(() => props.section.key);
  const isFolded = () => props.folding.isFolded(props.section.key);
  const rows = createMemo(
    () =>
      new Map(
        inboxRows({ key: props.section.key, places: props.places }, (channelId) =>
          props.folding.isFolded(channelKey(channelId)),
        ).map((row) => [row.key as string, row]),
      ),
  );
  const order = new HeldOrder<string>();
  const keys = createMemo(() => order.arrange([...rows().keys()], props.isHeld));
  return (
    <section class="inbox-section" aria-labelledby={id}>
      <header class="inbox-section-head">
        <h2>
          <button
            type="button"
            class="folder-toggle"
            id={id}
            aria-expanded={!isFolded()}
            onClick={() => props.folding.fold(props.section.key, !isFolded())}
          >
            <Icon of={isFolded() ? ChevronRight : ChevronDown} />
            <span dir={directionOf(name())}>{name()}</span>
          </button>
        </h2>
        <span class="badge" aria-hidden="true">
          {countInBadge(props.section.count)}
        </span>
        <button
          type="button"
          class="icon-button inbox-done"
          aria-label={`${t('markReadShort')}: ${name()}`}
          title={t('markReadOf', { what: name() })}
          onClick={() =>
            void markPlacesRead(
              parley,
              props.section.places.map(({ place }) => place),
            )
          }
        >
          <span>{t('markReadShort')}</span>
          <Icon of={CheckCheck} />
        </button>
      </header>
      <Show when={!isFolded()}>
        <ul>
          <For each={keys()}>
            {(key) => (
              <Show when={rows().get(key)}>
                {(row) => <Row row={row()} folding={props.folding} newest={props.newest} />}
              </Show>
            )}
          </For>
        </ul>
      </Show>
    </section>
  );
}

/** Returns the name of a section: of a folder of the navigation, or of a section that only the inbox has. */
function useSectionName(key: () => string): () => string {
  const { store } = useParley();
  const { channels, subscriptions, folders } = store.channels;
  const all = useDerived([channels, subscriptions, folders, store.settings], () =>
    channelFolders(store, 'web_inbox_show_channel_folders'),
  );
  return () => {
    if (key() === personalKey) return t('inboxPersonal');
    return all().find((each) => each.key === key())?.name ?? t('inboxElsewhere');
  };
}

function Row(props: { row: InboxRow; folding: Folding; newest: Lookup }) {
  const place = () => (props.row.kind === 'place' ? props.row : undefined);
  const channel = () => (props.row.kind === 'channel' ? props.row : undefined);
  return (
    <Show
      when={place()}
      fallback={
        <Show when={channel()}>
          {(row) => <ChannelRow channelId={row().channelId} places={row().places} folding={props.folding} />}
        </Show>
      }
    >
      {(row) => (
        <PlaceRow
          unreadKey={row().key}
          foldable={row().foldable}
          folding={props.folding}
          newest={props.newest}
        />
      )}
    </Show>
  );
}

/** Returns the handler of the keys of a row that collapse and expand its channel. */
function foldKeys(act: { fold?: (() => void) | undefined; unfold?: () => void }) {
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isRightToLeft = getComputedStyle(event.currentTarget as Element).direction === 'rtl';
    const [inwards, outwards] = isRightToLeft ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    const action = { [inwards]: act.unfold, [outwards]: act.fold }[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
}

/** Moves the focus, if a row has it, to the next row, or else to the previous one, before the row goes. */
function focusBeside(row: HTMLElement): void {
  if (!row.contains(document.activeElement)) return;
  const items = [...(row.closest('.inbox')?.querySelectorAll<HTMLElement>('[data-list-item]') ?? [])];
  const at = items.findIndex((item) => row.contains(item));
  (items[at + 1] ?? items[at - 1])?.focus();
}

/** Renders a conversation. The row keeps its element when its counts change, so that it keeps the focus. */
function PlaceRow(props: {
  unreadKey: PlaceKey;
  /** The channel that this row can collapse. */
  foldable: number | undefined;
  folding: Folding;
  newest: Lookup;
}) {
  const parley = useParley();
  const { store } = parley;
  const unread = useEntry(store.unread.places, () => props.unreadKey);
  const { place } = store.unread.places.get(props.unreadKey)!;
  /** The message that the row shows. */
  const shownId = () => {
    const present = unread();
    return present && shownIdOf(present);
  };
  const known = useEntry(store.messages.known, shownId);
  const newest = () => known() ?? props.newest(shownId());
  const labelOf = useLabel();
  const done = () => void markRead(parley, narrowOf(place));
  /** Keys act on the row with the focus, or else on the one below the pointer. */
  const takeKeys = (row: HTMLElement) => {
    const leaving = (act: () => void) => () => {
      focusBeside(row);
      act();
    };
    takeRowKeys(parley, row, () => ({
      e: leaving(done),
      ...(place.kind === 'topic' && {
        M: leaving(() => toggleMutedTopic(parley, place.channelId, place.topic)),
      }),
    }));
  };
  const foldChannel = () => {
    if (place.kind !== 'topic' || store.unread.topicsOf(place.channelId).length < 2) return;
    props.folding.fold(channelKey(place.channelId), true);
  };
  return (
    <li
      class="inbox-row"
      classList={{ 'is-direct': place.kind === 'direct', 'is-mention': (unread()?.mentions ?? 0) > 0 }}
      data-place={props.unreadKey}
      ref={takeKeys}
      on:keydown={foldKeys({ fold: place.kind === 'topic' ? foldChannel : undefined })}
    >
      <a
        class="inbox-link"
        href={placeHref(store, place)}
        data-list-item
        aria-keyshortcuts={place.kind === 'topic' ? 'e Shift+M' : 'e'}
      >
        <PlaceWords place={place} newest={newest()} hasUnread />
        <RowTime newest={newest()} />
        <span class="inbox-count">
          <UnreadBadge counts={countsOfPlace(unread())} />
        </span>
      </a>
      <Show when={props.foldable}>
        {(channelId) => (
          <button
            type="button"
            class="icon-button inbox-fold"
            aria-label={t('collapse', { what: channelName(store, channelId()) })}
            title={t('collapse', { what: `#${channelName(store, channelId())}` })}
            onClick={foldChannel}
          >
            <Icon of={ChevronsDownUp} />
          </button>
        )}
      </Show>
      <button
        type="button"
        class="icon-button inbox-read"
        aria-label={t('markReadOf', { what: labelOf(place) })}
        title={`${t('markRead')} (E)`}
        onClick={done}
      >
        <Icon of={Check} />
      </button>
    </li>
  );
}

/** Renders a collapsed channel with those of its unread topics that the section has. */
function ChannelRow(props: { channelId: ChannelId; places: readonly PlaceUnread[]; folding: Folding }) {
  const parley = useParley();
  const { store } = parley;
  const id = props.channelId;
  const channel = useEntry(store.channels.channels, () => id);
  const labelOf = useLabel();
  const name = () => channel()?.name ?? channelName(store, id);
  const done = () =>
    void markPlacesRead(
      parley,
      props.places.map(({ place }) => place),
    );
  const unfold = () => props.folding.fold(channelKey(id), false);
  return (
    <li
      class="inbox-row"
      ref={(row) =>
        takeRowKeys(parley, row, () => ({
          e: () => {
            focusBeside(row);
            done();
          },
        }))
      }
      on:keydown={foldKeys({ unfold })}
    >
      <a class="inbox-link" href={channelHref(store, id)} data-list-item aria-keyshortcuts="e">
        <span class="inbox-channel-icon">
          <ChannelIcon channel={channel()} />
        </span>
        <span class="inbox-words">
          <span class="inbox-first">
            <span class="inbox-label has-unread" dir={directionOf(name())}>
              {name()}
            </span>
            <span class="channel-label">{t('topicCount', { count: props.places.length })}</span>
          </span>
          <span class="inbox-preview muted">
            {props.places.map(({ place }) => labelOf(place)).join(' · ')}
          </span>
        </span>
        <span class="inbox-count">
          <UnreadBadge
            counts={{ count: props.places.reduce((sum, { count }) => sum + count, 0), personal: 0 }}
          />
        </span>
      </a>
      <button
        type="button"
        class="icon-button inbox-fold"
        aria-label={t('expand', { what: name() })}
        title={t('expand', { what: `#${name()}` })}
        onClick={unfold}
      >
        <Icon of={ChevronRight} />
      </button>
      <button
        type="button"
        class="icon-button inbox-read"
        aria-label={t('markReadOf', { what: name() })}
        title={`${t('markRead')} (E)`}
        onClick={done}
      >
        <Icon of={Check} />
      </button>
    </li>
  );
}
