import { type Channel, type Narrow, type Place, placeKey } from '@parley/client';
import {
  Bell,
  BellOff,
  BellRing,
  Check,
  CheckCheck,
  ChevronDown,
  ChevronLeft,
  Link,
  LogOut,
  MessageSquareDashed,
  Pin,
  Plus,
  RotateCcw,
  Search,
  SearchX,
  Settings,
  Trash2,
  Users,
} from 'lucide';
import { createEffect, type JSX, Show, Suspense } from 'solid-js';
import { appState } from '../blocks/follow.ts';
import { leaveOrAsk } from '../channels/leaving.tsx';
import { Description } from '../content/description.tsx';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { loadable } from '../lib/loadable.ts';
import { setActiveSelection } from '../messages/active-selection.ts';
import { MessageList } from '../messages/message-list.tsx';
import { toggleResolved } from '../messages/message-menu.ts';
import { keepOneTabStop } from '../messages/one-tab-stop.ts';
import { canDeleteTopics, canResolve } from '../messages/permissions.ts';
import type { Selection } from '../messages/selection.ts';
import { TypingNotice } from '../messages/typing-notice.tsx';
import { attempt, joinChannel, markRead, setTopicPolicy, topicPolicies } from '../model/actions.ts';
import { writeToClipboard } from '../model/clipboard.ts';
import type { AddressState } from '../model/follow-address.ts';
import {
  channelHref,
  channelName,
  directName,
  isResolved,
  narrowTitle,
  placeHref,
  topicName,
} from '../model/names.ts';
import { type Parley, useParley } from '../model/parley.tsx';
import { useEntry, useValue } from '../model/reactive.ts';
import { channelOfNarrow, isOfPins, placeOfNarrow } from '../router/router.ts';
import { searchWithin } from '../search/search-within.ts';
import { EmptyIcon } from '../ui/empty-icon.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { panelsOf } from '../ui/panels.ts';
import { goBack } from '../ui/swipe-back.ts';
import { ChannelTabs, type PartOfChannel } from './channel-tabs.tsx';

const EphemeralMessages = loadable(() => import('../blocks/ephemeral-messages.tsx'));

/**
 * Renders the messages of a narrow (a message filter) below a title. `createConversations` keeps the component while it is
 * hidden.
 */
export function Conversation(props: {
  narrow: Narrow;
  near: number | undefined;
  isShown: boolean;
  /** What is known of the message to which the address of the shown conversation refers. */
  address: AddressState;
}) {
  const parley = useParley();
  const { narrow } = props;
  const place = placeOfNarrow(narrow, parley.store.people.selfId);
  let present: Selection | undefined;
  createEffect(() => {
    if (!props.isShown) return;
    keepOneTabStop(() => present);
  });
  loadPins(() => (props.isShown ? channelOfNarrow(narrow) : undefined));
  return (
    <div class="conversation">
      <ConversationHead narrow={narrow} place={place} channelId={channelOfNarrow(narrow)} />
      <div role="status">
        <Show when={props.isShown && props.address.isGone()}>
          <div class="notice">{t('messageGone')}</div>
        </Show>
      </div>
      <MessageList
        narrow={narrow}
        near={props.near}
        isShown={props.isShown}
        onSelection={(selection) => {
          setActiveSelection(parley, selection);
          present = selection;
        }}
        empty={
          <Show when={!props.address.isLocating()}>
            <EmptyConversation narrow={narrow} />
          </Show>
        }
      />
      <Show when={place !== undefined && appState(parley).messages.length > 0 && place}>
        {(present) => (
          <Suspense>
            <EphemeralMessages place={present()} />
          </Suspense>
        )}
      </Show>
      <div class="below-messages">
        <Show when={place}>{(present) => <TypingNotice placeKey={placeKey(present())} />}</Show>
      </div>
    </div>
  );
}

/** Loads the pins of a channel on view, which its messages show. Without them, messages look as if none was pinned. */
function loadPins(channelId: () => number | undefined): void {
  const { store, connection } = useParley();
  const isLoaded = useValue(store.isLoaded);
  createEffect(() => {
    const id = channelId();
    if (id === undefined || !isLoaded() || store.pins.ofChannel.has(id)) return;
    void connection.history.loadPins(id).catch(() => undefined);
  });
}

/** Returns the part of a channel that a narrow is; undefined for other narrows. */
function tabOf(narrow: Narrow): PartOfChannel | undefined {
  if (isOfPins(narrow)) return 'pins';
  return narrow.length === 1 && channelOfNarrow(narrow) !== undefined ? 'messages' : undefined;
}

/** Renders the title of a conversation, or of a part of a channel, with what one can do there. */
export function ConversationHead(props: {
  narrow: Narrow;
  place: Place | undefined;
  channelId: number | undefined;
  /** The part of the channel that is shown, if the narrow does not say it. */
  tab?: PartOfChannel;
}) {
  const parley = useParley();
  const { store } = parley;
  const tab = () => props.tab ?? tabOf(props.narrow);
  const channel = useEntry(store.channels.channels, () => props.channelId);
  const topic = props.place?.kind === 'topic' ? props.place.topic : undefined;
  const isLoaded = useValue(store.isLoaded);
  const description = () => channel()?.rendered_description;
  return (
    <header class="view-head">
      <button
        type="button"
        class="icon-button go-back"
        aria-label={t('back')}
        title={t('back')}
        onClick={() => goBack(parley.router)}
      >
        <Icon of={ChevronLeft} size={20} />
      </button>
      <h1 class="path" classList={{ 'has-topic': topic !== undefined }}>
        <Show
          when={props.channelId !== undefined}
          fallback={
            <span
              class="path-part"
              dir={directionOf(
                props.place?.kind === 'direct'
                  ? directName(store, props.place.userIds)
                  : narrowTitle(store, props.narrow),
              )}
            >
              {props.place?.kind === 'direct'
                ? directName(store, props.place.userIds)
                : narrowTitle(store, props.narrow)}
            </span>
          }
        >
          <span class="path-group">
            <a
              class="path-part"
              href={channelHref(store, props.channelId!)}
              dir={directionOf(channel()?.name ?? (isLoaded() ? channelName(store, props.channelId!) : '…'))}
            >
              #{channel()?.name ?? (isLoaded() ? channelName(store, props.channelId!) : '…')}
            </a>
            <ChannelMenu channelId={props.channelId!} />
          </span>
          <Show when={topic !== undefined}>
            <span class="path-separator" aria-hidden="true">
              ›
            </span>
            <span class="path-group">
              <span
                class="path-part"
                dir={directionOf(topicName(store, topic!))}
                title={topicName(store, topic!)}
              >
                {topicName(store, topic!)}
              </span>
              <TopicMenu channelId={props.channelId!} topic={topic!} />
            </span>
          </Show>
          <Show when={topic === undefined && tab() === undefined && props.narrow.length > 1}>
            <span dir={directionOf(narrowTitle(store, props.narrow.slice(1)))} class="path-part muted">
              {narrowTitle(store, props.narrow.slice(1))}
            </span>
          </Show>
        </Show>
      </h1>
      <Show when={props.channelId !== undefined && tab()}>
        {(present) => <ChannelTabs channelId={props.channelId!} present={present()} />}
      </Show>
      <Show when={topic === undefined && description()}>
        <Description class="view-description" html={description()!} />
      </Show>
      <div class="head-actions">
        <Show when={props.channelId !== undefined && topic === undefined}>
          <button
            type="button"
            class="button is-short"
            title={t('newTopic')}
            onClick={() => parley.composing.ask({ place: 'new-topic' })}
          >
            <Icon of={Plus} />
            <span class="button-text">{t('newTopic')}</span>
          </button>
        </Show>
        <Show when={props.narrow.length > 0}>
          <button
            type="button"
            class="icon-button"
            aria-label={t('searchHere')}
            title={t('searchHere')}
            onClick={() => searchWithin(parley, props.narrow)}
          >
            <Icon of={Search} size={20} />
          </button>
        </Show>
        <button
          type="button"
          class="icon-button"
          aria-label={t('people')}
          title={t('people')}
          aria-pressed={panelsOf(parley).arePeopleShown()}
          onClick={() => panelsOf(parley).togglePeople()}
        >
          <Icon of={Users} size={20} />
        </button>
      </div>
    </header>
  );
}

function HeadMenu(props: { label: string; entries: () => readonly MenuEntry[]; children?: JSX.Element }) {
  return (
    <Menu label={props.label} entries={props.entries}>
      <Icon of={ChevronDown} />
    </Menu>
  );
}

function ChannelMenu(props: { channelId: number }) {
  const parley = useParley();
  const { store, client } = parley;
  const settings = useEntry(store.channels.subscriptions, () => props.channelId);
  const set = (property: string, value: boolean) =>
    attempt(
      parley,
      client.call('update-subscription-settings', {
        subscription_data: [{ stream_id: props.channelId, property, value }],
      }),
    );
  const narrow = [{ operator: 'channel', operand: props.channelId }];
  const channel = useEntry(store.channels.channels, () => props.channelId);
  const leave = (present: Channel) =>
    leaveOrAsk(parley, present, () => parley.dialogs.open({ kind: 'leave-channel', channel: present }));
  const act = (change: (present: Channel) => unknown) => {
    const present = channel();
    if (present) change(present);
  };
  const entries = (): MenuEntry[] => [
    { label: t('markAllRead'), icon: CheckCheck, run: () => void markRead(parley, narrow) },
    {
      label: t('copyLink'),
      icon: Link,
      run: () => void copyAddress(parley, channelHref(store, props.channelId)),
    },
    {
      label: t('settings'),
      icon: Settings,
      run: () => parley.router.go(`#channels/${props.channelId}/general`),
    },
    'separator',
    ...(settings()
      ? [
          {
            label: t(settings()!.is_muted ? 'unmuteChannel' : 'muteChannel'),
            icon: BellOff,
            run: () => void set('is_muted', !settings()!.is_muted),
          },
          {
            label: t(settings()!.pin_to_top ? 'unpinChannel' : 'pinChannel'),
            icon: Pin,
            run: () => void set('pin_to_top', !settings()!.pin_to_top),
          },
          { label: t('leave'), icon: LogOut, run: () => act(leave) },
        ]
      : [{ label: t('join'), icon: Plus, run: () => act((present) => void joinChannel(parley, present)) }]),
  ];
  return <HeadMenu label={t('channelActions')} entries={entries} />;
}

async function copyAddress(parley: Parley, href: string): Promise<void> {
  if (await attempt(parley, writeToClipboard(`${location.origin}/${href}`), t('notCopied')))
    parley.toasts.show(t('linkCopied'));
}

function TopicMenu(props: { channelId: number; topic: string }) {
  const parley = useParley();
  const { store } = parley;
  const place = { kind: 'topic', channelId: props.channelId, topic: props.topic } as const;
  const policy = useEntry(store.channels.userTopics, () => placeKey(place));
  const value = () => policy()?.visibility_policy ?? 0;
  const narrow = [
    { operator: 'channel', operand: props.channelId },
    { operator: 'topic', operand: props.topic },
  ];
  const toggle = (wanted: number) =>
    void setTopicPolicy(
      parley,
      props.channelId,
      props.topic,
      value() === wanted ? topicPolicies.inherit : wanted,
    );
  const anyMessage = () => connectionList().newestRange?.ids.at(-1);
  const connectionList = () => parley.connection.history.list(narrow);
  const entries = (): MenuEntry[] => [
    { label: t('markAllRead'), icon: CheckCheck, run: () => void markRead(parley, narrow) },
    { label: t('copyLink'), icon: Link, run: () => void copyAddress(parley, placeHref(store, place)) },
    'separator',
    {
      label: t(value() === topicPolicies.followed ? 'unfollowTopic' : 'followTopic'),
      icon: value() === topicPolicies.followed ? Bell : BellRing,
      run: () => toggle(topicPolicies.followed),
    },
    {
      label: t(value() === topicPolicies.muted ? 'unmuteTopic' : 'muteTopic'),
      icon: BellOff,
      run: () => toggle(topicPolicies.muted),
    },
    ...(canResolve(store, props.channelId, props.topic)
      ? [
          'separator' as const,
          {
            label: t(isResolved(props.topic) ? 'unresolve' : 'resolve'),
            icon: isResolved(props.topic) ? RotateCcw : Check,
            isDisabled: anyMessage() === undefined,
            run: () => {
              const id = anyMessage();
              if (id !== undefined) void toggleResolved(parley, { id, subject: props.topic });
            },
          },
        ]
      : []),
    ...(canDeleteTopics(store, props.channelId)
      ? [
          'separator' as const,
          {
            label: t('deleteTopic'),
            icon: Trash2,
            isDangerous: true,
            run: () =>
              parley.dialogs.open({ kind: 'delete-topic', channelId: props.channelId, topic: props.topic }),
          },
        ]
      : []),
  ];
  return <HeadMenu label={t('topicActions')} entries={entries} />;
}

/** Names of the texts for empty personal views, by the operand of `is`. */
const emptyTexts = {
  mentioned: 'emptyMentions',
  starred: 'emptyStarred',
  dm: 'emptyDirectMessages',
  followed: 'emptyFollowed',
  alerted: 'emptyAlertWords',
} as const;

/** Returns the name of a text that explains what an empty view will show; undefined for a search without results. */
function emptyTextOf(narrow: Narrow, selfId: number) {
  const [term] = narrow;
  if (!term) return 'emptyFeed';
  if (placeOfNarrow(narrow, selfId)) return 'noMessagesYetMore';
  if (isOfPins(narrow)) return 'emptyPinned';
  if (narrow.length > 1 || term.negated) return undefined;
  if (term.operator === 'channel') return 'noMessagesYetMore';
  const kind = String(term.operand);
  return term.operator === 'is' && Object.hasOwn(emptyTexts, kind)
    ? emptyTexts[kind as keyof typeof emptyTexts]
    : undefined;
}

function EmptyConversation(props: { narrow: Narrow }) {
  const { store } = useParley();
  const text = emptyTextOf(props.narrow, store.people.selfId);
  return (
    <div class="empty">
      <EmptyIcon of={isOfPins(props.narrow) ? Pin : text ? MessageSquareDashed : SearchX} />
      <h2>{t(isOfPins(props.narrow) ? 'nothingPinned' : text ? 'noMessagesYet' : 'noMessagesHere')}</h2>
      <p>{t(text ?? 'noMessagesHereMore')}</p>
    </div>
  );
}
