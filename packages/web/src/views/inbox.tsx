import type { PlaceUnread } from '@parley/client';
import { Check, CheckCheck } from 'lucide';
import { createMemo, For, Show } from 'solid-js';
import { briefTimeOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { attempt, markNarrowRead } from '../model/actions.ts';
import { channelHref, channelName, directName, placeHref, topicName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived, useEntry } from '../model/reactive.ts';
import { narrowOf } from '../router.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import { listKeys } from '../ui/list-keys.ts';

type Group = { readonly channelId: number | undefined; readonly places: readonly PlaceUnread[] };

/** Unread messages by channel and topic; the start view. */
export function InboxView() {
  const parley = useParley();
  const { store } = parley;
  const groups = useDerived(
    [store.unread.places, store.channels.channels, store.channels.subscriptions, store.channels.userTopics],
    () => {
      const direct: PlaceUnread[] = [];
      const byChannel = new Map<number, PlaceUnread[]>();
      for (const each of store.unread.places.values()) {
        if (each.place.kind === 'direct') direct.push(each);
        else if (!store.channels.isTopicMuted(each.place.channelId, each.place.topic)) {
          byChannel.set(each.place.channelId, [...(byChannel.get(each.place.channelId) ?? []), each]);
        }
      }
      const byRecency = (one: PlaceUnread, other: PlaceUnread) => other.newestId - one.newestId;
      const channels = [...byChannel]
        .map(([channelId, places]): Group => ({ channelId, places: places.sort(byRecency) }))
        .sort((one, other) => byRecency(one.places[0]!, other.places[0]!));
      return direct.length > 0
        ? [{ channelId: undefined, places: direct.sort(byRecency) }, ...channels]
        : channels;
    },
  );
  return (
    <>
      <header class="view-head">
        <h1>{t('inbox')}</h1>
        <div class="head-actions">
          <Show when={groups().length > 0}>
            <button type="button" class="button" onClick={() => void attempt(markNarrowRead(parley, []))}>
              <Icon of={CheckCheck} />
              {t('markAllRead')}
            </button>
          </Show>
        </div>
      </header>
      <div class="view-scroll" ref={listKeys}>
        <Show
          when={groups().length > 0}
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
          <For each={groups()}>{(group) => <InboxGroup group={group} />}</For>
        </Show>
      </div>
    </>
  );
}

function InboxGroup(props: { group: Group }) {
  const parley = useParley();
  const { store } = parley;
  const id = props.group.channelId;
  const settings = useEntry(store.channels.subscriptions, () => id);
  const count = createMemo(() => props.group.places.reduce((sum, each) => sum + each.count, 0));
  return (
    <section class="inbox-group">
      <header class="inbox-group-head">
        <Show when={id !== undefined} fallback={<h2>{t('directMessages')}</h2>}>
          <span class="swatch" style={{ background: settings()?.color }} />
          <h2>
            <a href={channelHref(store, id!)}>{channelName(store, id!)}</a>
          </h2>
          <button
            type="button"
            class="icon-button"
            aria-label={t('markChannelRead', { channel: channelName(store, id!) })}
            title={t('markAllRead')}
            onClick={() => void attempt(markNarrowRead(parley, [{ operator: 'channel', operand: id! }]))}
          >
            <Icon of={CheckCheck} />
          </button>
        </Show>
        <span class="badge" aria-hidden="true">
          {count()}
        </span>
      </header>
      <ul>
        <For each={props.group.places}>{(each) => <InboxRow unread={each} />}</For>
      </ul>
    </section>
  );
}

function InboxRow(props: { unread: PlaceUnread }) {
  const parley = useParley();
  const { store } = parley;
  const { place } = props.unread;
  const newest = useEntry(store.messages.known, () => props.unread.newestId);
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
          classList={{ 'is-mention': props.unread.mentions > 0 || place.kind === 'direct' }}
        >
          {props.unread.count}
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
