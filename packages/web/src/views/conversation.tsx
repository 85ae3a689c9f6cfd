import { type ChannelId, type Narrow, placeKey, type UserId } from '@parley/client';
import { MessageSquareDashed, Pin, SearchX, Star } from 'lucide';
import { createEffect, createMemo, Show, Suspense } from 'solid-js';
import { appState } from '../apps/follow.ts';
import { t } from '../i18n/index.ts';
import { loadable } from '../lib/loadable.ts';
import { setActiveSelection } from '../messages/active-selection.ts';
import { MessageList } from '../messages/message-list.tsx';
import { keepOneTabStop } from '../messages/one-tab-stop.ts';
import { TypingNotice } from '../messages/reading/typing-notice.tsx';
import type { Selection } from '../messages/selection.ts';
import { isClosedChannel } from '../model/names.ts';
import type { AddressState } from '../model/navigation/follow-address.ts';
import { useParley } from '../model/parley.tsx';
import { useEntry, useValue } from '../model/reactive.ts';
import { channelOfNarrow, isOfPins, placeOfNarrow } from '../router/router.ts';
import { EmptyIcon } from '../ui/empty-icon.tsx';
import { ConversationHead } from './conversation-head.tsx';

const EphemeralMessages = loadable(() => import('../apps/ephemeral-messages/ephemeral-messages.tsx'));

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
  const place = createMemo(() => placeOfNarrow(props.narrow, parley.store.people.selfId));
  let present: Selection | undefined;
  createEffect(() => {
    if (!props.isShown) return;
    keepOneTabStop(() => present);
  });
  loadPins(() => (props.isShown ? channelOfNarrow(props.narrow) : undefined));
  return (
    <div class="conversation">
      <ConversationHead narrow={props.narrow} place={place()} channelId={channelOfNarrow(props.narrow)} />
      <div role="status">
        <Show when={props.isShown && props.address.isGone()}>
          <div class="notice">{t('messageGone')}</div>
        </Show>
      </div>
      <MessageList
        narrow={props.narrow}
        near={props.near}
        isShown={props.isShown}
        onSelection={(selection) => {
          setActiveSelection(parley, selection);
          present = selection;
        }}
        empty={
          <Show when={!props.address.isLocating()}>
            <EmptyConversation narrow={props.narrow} />
          </Show>
        }
      />
      <div class="below-messages">
        <Show when={place()}>{(present) => <TypingNotice placeKey={placeKey(present())} />}</Show>
      </div>
      <Show when={appState(parley).messages.length > 0 && place()}>
        {(present) => (
          <Suspense>
            <EphemeralMessages place={present()} />
          </Suspense>
        )}
      </Show>
    </div>
  );
}

/** Loads the pins of a channel on view, which its messages show. Without them, messages look as if none was pinned. */
function loadPins(channelId: () => ChannelId | undefined): void {
  const { store, connection } = useParley();
  const isLoaded = useValue(store.isLoaded);
  createEffect(() => {
    const id = channelId();
    if (id === undefined || !isLoaded() || store.pins.ofChannel.has(id)) return;
    void connection.history.loadPins(id).catch(() => undefined);
  });
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
function emptyTextOf(narrow: Narrow, selfId: UserId) {
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

/** Icons of empty views, by the name of their title. */
const icons = {
  nothingPinned: Pin,
  nothingStarred: Star,
  noMessagesHere: SearchX,
  noMessagesYet: MessageSquareDashed,
} as const;

function EmptyConversation(props: { narrow: Narrow }) {
  const { store } = useParley();
  const channelId = () => channelOfNarrow(props.narrow);
  const channel = useEntry(store.channels.channels, channelId);
  const text = () => {
    channel();
    if (isClosedChannel(store, channelId())) return 'noSuchChannel';
    return emptyTextOf(props.narrow, store.people.selfId);
  };
  const title = () => {
    if (isOfPins(props.narrow)) return 'nothingPinned';
    if (text() === 'emptyStarred') return 'nothingStarred';
    return text() === undefined || text() === 'noSuchChannel' ? 'noMessagesHere' : 'noMessagesYet';
  };
  return (
    <div class="empty">
      <EmptyIcon of={icons[title()]} />
      <h2>{t(title())}</h2>
      <p>{t(text() ?? 'noMessagesHereMore')}</p>
    </div>
  );
}
