/**
 * Actions on messages, topics and channels. They send requests; the events that follow update the view. Stars and
 * reactions are shown immediately, and undone when the request fails.
 */
import {
  type Channel,
  type ChannelId,
  type Message,
  type MessageId,
  type Narrow,
  type Place,
  placeKey,
  type Reaction,
  type Store,
} from '@parley/client';
import { t } from '../i18n/index.ts';
import { channelOfNarrow, placeOfNarrow } from '../router/router.ts';
import { channelName, topicName } from './names.ts';
import type { Parley } from './parley.tsx';
import { part } from './parts.ts';

/** Waits for a request and shows its failure. Returns whether it succeeded. */
export async function attempt(
  { toasts }: Pick<Parley, 'toasts'>,
  what: Promise<unknown>,
  failure: string = t('actionFailed'),
): Promise<boolean> {
  try {
    await what;
    return true;
  } catch (error) {
    toasts.showFailure(failure, error);
    return false;
  }
}

/**
 * Optimistically applies the event that the server will send for a change, and reverts it if the change fails. Changes with the
 * same `key` are sent one after the other, and only the last of them is reverted.
 */
async function echo(parley: Parley, key: string, change: Change): Promise<void> {
  const { store } = parley;
  const sending = unanswered(parley);
  store.apply([change.event(true)]);
  const before = sending.get(key) ?? Promise.resolve();
  const mine = before.then(() => attempt(parley, change.send()));
  sending.set(key, mine);
  const isDone = await mine;
  if (sending.get(key) !== mine) return;
  sending.delete(key);
  if (!isDone) store.apply([change.event(false)]);
}

type StoreEvent = Parameters<Store['apply']>[0][number];

type Change = {
  /** Returns the event of the change; with `isWanted` false, the event that reverts it. */
  event(isWanted: boolean): StoreEvent;
  send(): Promise<unknown>;
};

/** The last unanswered change of each object, by its key. */
const unanswered = part(() => new Map<string, Promise<unknown>>());

/** Adds or removes the star of a message. */
export const setStar = (parley: Parley, id: number, isSet: boolean): Promise<void> =>
  setFlag(parley, id, 'starred', isSet);

/** Hides the previews of a message's links from the person, or shows them again. */
export const setHiddenPreviews = (parley: Parley, id: number, isSet: boolean): Promise<void> =>
  setFlag(parley, id, 'hide_link_previews', isSet);

async function setFlag(parley: Parley, id: number, flag: string, isSet: boolean): Promise<void> {
  const opOf = (isWanted: boolean) => (isWanted === isSet ? ('add' as const) : ('remove' as const));
  await echo(parley, `${flag} ${id}`, {
    event: (isWanted) =>
      ({
        type: 'update_message_flags',
        op: opOf(isWanted),
        flag,
        messages: [id],
        all: false,
      }) as StoreEvent,
    send: () => parley.client.call('update-message-flags', { messages: [id], op: opOf(true), flag }),
  });
}

/** Subscribes the person to a channel. Returns whether it succeeded. */
export const joinChannel = (parley: Parley, { name }: Pick<Channel, 'name'>): Promise<boolean> =>
  attempt(parley, parley.client.call('subscribe', { subscriptions: [{ name }] }));

/** Unsubscribes the person from a channel that they can join again, and offers to undo it. */
export async function leaveChannel(parley: Parley, channel: Channel): Promise<void> {
  const { client, store } = parley;
  if (!(await attempt(parley, client.call('unsubscribe', { subscriptions: [channel.name] })))) return;
  // Reads the name when the person presses Undo, because the channel may have been renamed since.
  const present = () => store.channels.channels.get(channel.stream_id) ?? channel;
  parley.toasts.show(t('unsubscribed', { channel: channel.name }), {
    undo: () => void joinChannel(parley, present()),
  });
}

type ReactionName = Pick<Reaction, 'emoji_name' | 'emoji_code' | 'reaction_type'>;

/** Adds a reaction, or removes it when the person has already reacted with it. */
export async function toggleReaction(
  parley: Parley,
  message: Message,
  reaction: ReactionName,
): Promise<void> {
  const { client, store } = parley;
  const selfId = store.people.selfId;
  const isSame = (each: Reaction) =>
    each.emoji_code === reaction.emoji_code && each.reaction_type === reaction.reaction_type;
  const hasReacted = message.reactions.some((each) => each.user_id === selfId && isSame(each));
  // Uses the name under which the first person added this emoji, because an emoji may have several names.
  const { emoji_name } = message.reactions.find(isSame) ?? reaction;
  const params = { message_id: message.id, ...reaction, emoji_name };
  await echo(parley, `reaction ${message.id} ${reaction.reaction_type} ${reaction.emoji_code}`, {
    event: (isWanted) =>
      ({
        type: 'reaction',
        op: isWanted === hasReacted ? 'remove' : 'add',
        message_id: message.id,
        user_id: selfId,
        ...reaction,
        emoji_name,
      }) as StoreEvent,
    send: () => client.call(hasReacted ? 'remove-reaction' : 'add-reaction', params),
  });
}

/** Values of a topic's visibility policy in the API. */
export const topicPolicies = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const;

/** Mutes, unmutes or follows a topic, says so, and offers to undo it. Shows a failure. */
export async function setTopicPolicy(
  parley: Parley,
  channelId: ChannelId,
  topic: string,
  policy: number,
): Promise<void> {
  const { client, store } = parley;
  const before = store.channels.policyOf(channelId, topic);
  const set = (wanted: number) =>
    attempt(
      parley,
      client.call('update-user-topic', {
        stream_id: channelId,
        topic,
        visibility_policy: wanted as 0 | 1 | 2 | 3,
      }),
    );
  if (policy === before || !(await set(policy))) return;
  const text =
    policy === topicPolicies.followed
      ? 'topicFollowed'
      : policy === topicPolicies.muted
        ? 'topicMuted'
        : before === topicPolicies.followed
          ? 'topicUnfollowed'
          : 'topicUnmuted';
  parley.toasts.show(t(text, { topic: topicName(store, topic) }), { undo: () => void set(before) });
}

/** Mutes a topic, or ends that. */
export function toggleMutedTopic(parley: Parley, channelId: ChannelId, topic: string): void {
  const isMuted = parley.store.channels.policyOf(channelId, topic) === topicPolicies.muted;
  void setTopicPolicy(parley, channelId, topic, isMuted ? topicPolicies.inherit : topicPolicies.muted);
}

/** Mutes a channel for the person, or ends that, says so, and offers to undo it. Shows a failure. */
export async function setChannelMuted(parley: Parley, channelId: ChannelId, isMuted: boolean): Promise<void> {
  const set = (value: boolean) =>
    attempt(
      parley,
      parley.client.call('update-subscription-settings', {
        subscription_data: [{ stream_id: channelId, property: 'is_muted', value }],
      }),
    );
  if (!(await set(isMuted))) return;
  const text = t(isMuted ? 'channelMuted' : 'channelUnmuted', {
    channel: channelName(parley.store, channelId),
  });
  parley.toasts.show(text, { undo: () => void set(!isMuted) });
}

/** Maximum number of messages that one request marks as read or unread. */
const maxIds = 1_000;

/** Marks all messages of a narrow (a message filter) as read and offers to undo that. Shows an error on failure. */
export async function markRead(parley: Parley, narrow: Narrow): Promise<void> {
  const ids = unreadIdsOf(parley.store, narrow);
  if (await attempt(parley, markNarrowRead(parley, narrow))) offerUnread(parley, ids);
}

/** Marks the unread messages of conversations as read and offers to undo that. Shows an error on failure. */
export async function markPlacesRead(parley: Parley, places: Iterable<Place>): Promise<void> {
  const ids = Array.from(places, (place) => parley.store.unread.idsIn(placeKey(place))).flat();
  if (ids.length > 0 && (await attempt(parley, setRead(parley, ids, 'add')))) offerUnread(parley, ids);
}

/** Shows how many messages were marked as read, with a button that marks them as unread again. */
function offerUnread(parley: Parley, ids: readonly MessageId[]): void {
  if (ids.length === 0) return;
  const undo = () => void attempt(parley, setRead(parley, ids, 'remove'));
  parley.toasts.show(t('markedRead', { count: ids.length }), { undo });
}

/** Marks messages as read or unread, in several requests if there are many. */
async function setRead({ client }: Parley, ids: readonly MessageId[], op: 'add' | 'remove'): Promise<void> {
  for (let at = 0; at < ids.length; at += maxIds) {
    const messages = ids.slice(at, at + maxIds);
    await client.call('update-message-flags', { messages, op, flag: 'read' });
  }
}

/** Returns the IDs of unread messages in a channel, in a topic or direct conversation, in all direct messages, or everywhere. */
function unreadIdsOf({ unread, people }: Store, narrow: Narrow): number[] {
  if (narrow.length === 0) return [...unread.ids()];
  const place = placeOfNarrow(narrow, people.selfId);
  if (place) return unread.idsIn(placeKey(place));
  const channelId = channelOfNarrow(narrow);
  return [...unread.places.values()]
    .filter((each) =>
      each.place.kind === 'topic' ? each.place.channelId === channelId : channelId === undefined,
    )
    .flatMap((each) => unread.idsIn(placeKey(each.place)));
}

/** Marks all messages of a narrow as read. Sends several requests if there are many messages. */
async function markNarrowRead({ client }: Parley, narrow: Narrow): Promise<void> {
  let anchor = 'oldest';
  for (;;) {
    const answer = await client.call('update-message-flags-for-narrow', {
      anchor,
      num_before: 0,
      num_after: 1000,
      narrow: [...narrow, { operator: 'is', operand: 'unread' }],
      op: 'add',
      flag: 'read',
    });
    if (answer.found_newest || answer.last_processed_id === null) return;
    anchor = String(answer.last_processed_id);
  }
}

/** Marks a message and all later messages of a view as unread. Sends several requests if there are many messages. */
export async function markUnreadFrom(
  { client }: Parley,
  narrow: Narrow,
  messageId: MessageId,
): Promise<void> {
  let anchor = messageId;
  for (;;) {
    const answer = await client.call('update-message-flags-for-narrow', {
      anchor: String(anchor),
      include_anchor: anchor === messageId,
      num_before: 0,
      num_after: 1000,
      narrow,
      op: 'remove',
      flag: 'read',
    });
    if (answer.found_newest || answer.last_processed_id === null) return;
    anchor = answer.last_processed_id;
  }
}
