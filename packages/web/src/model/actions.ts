/** Actions on messages, topics and channels: calls of the server, whose events change what is shown. */
import {
  type Channel,
  type Message,
  type Narrow,
  type ParamsOf,
  placeKey,
  type Reaction,
  type Store,
} from '@parley/client';
import { t } from '../i18n/index.ts';
import { channelOfNarrow, placeOfNarrow } from '../router.ts';
import { showFailure, showToast } from '../ui/toasts.tsx';
import type { Parley } from './parley.tsx';

/** Makes a call and shows its failure. Returns whether it succeeded. */
export async function attempt(what: Promise<unknown>, failure: string = t('actionFailed')): Promise<boolean> {
  try {
    await what;
    return true;
  } catch (error) {
    showFailure(failure, error);
    return false;
  }
}

/**
 * Shows a change at once, as the server's event will, and takes it back when the server refuses it. Changes of the same
 * thing are sent in order.
 */
async function echo({ store }: Parley, key: string, change: Change): Promise<void> {
  store.apply([change.event(true)]);
  const before = sending.get(key) ?? Promise.resolve();
  const mine = before.then(() => attempt(change.send()));
  sending.set(key, mine);
  const isDone = await mine;
  if (sending.get(key) !== mine) return;
  sending.delete(key);
  if (!isDone) store.apply([change.event(false)]);
}

type StoreEvent = Parameters<Store['apply']>[0][number];

type Change = {
  /** Returns the event of the change, or that of its opposite. */
  event(isWanted: boolean): StoreEvent;
  send(): Promise<unknown>;
};

/** By what is changed: the last change that the server has not answered. */
const sending = new Map<string, Promise<unknown>>();

/** Adds or removes the star of a message. */
export async function setStar(parley: Parley, id: number, isSet: boolean): Promise<void> {
  const opOf = (isWanted: boolean) => (isWanted === isSet ? ('add' as const) : ('remove' as const));
  await echo(parley, `star ${id}`, {
    event: (isWanted) =>
      ({
        type: 'update_message_flags',
        op: opOf(isWanted),
        flag: 'starred',
        messages: [id],
        all: false,
      }) as StoreEvent,
    send: () =>
      parley.client.call('update-message-flags', { messages: [id], op: opOf(true), flag: 'starred' }),
  });
}

/** Subscribes the person to a channel. Returns whether it succeeded. */
export const joinChannel = ({ client }: Parley, { name }: Pick<Channel, 'name'>): Promise<boolean> =>
  attempt(client.call('subscribe', { subscriptions: [{ name }] }));

/** Unsubscribes the person from a channel that they can join again, and offers to undo it. */
export async function leaveChannel(parley: Parley, channel: Channel): Promise<void> {
  const { client, store } = parley;
  if (!(await attempt(client.call('unsubscribe', { subscriptions: [channel.name] })))) return;
  // The channel may be renamed before the person presses Undo, so its name is read then.
  const present = () => store.channels.channels.get(channel.stream_id) ?? channel;
  showToast(t('unsubscribed', { channel: channel.name }), {
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
  // Whoever joins a reaction names it as the first one did.
  const { emoji_name } = message.reactions.find(isSame) ?? reaction;
  const params = { message_id: message.id, ...reaction, emoji_name } as ParamsOf<'add-reaction'>;
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

/** Visibility policies of a topic. */
export const topicPolicies = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const;

/** Mutes, unmutes or follows a topic. */
export const setTopicPolicy = ({ client }: Parley, channelId: number, topic: string, policy: number) =>
  attempt(
    client.call('update-user-topic', {
      stream_id: channelId,
      topic,
      visibility_policy: policy as 0 | 1 | 2 | 3,
    }),
  );

/** Messages that one call marks as unread again. */
const maxIds = 1_000;

/** Marks all messages of a narrow as read and offers to undo it; says so when it fails. */
export async function markRead(parley: Parley, narrow: Narrow): Promise<void> {
  const { client, store } = parley;
  const ids = unreadIdsOf(store, narrow);
  if (!(await attempt(markNarrowRead(parley, narrow))) || ids.length === 0) return;
  const undo = async () => {
    for (let at = 0; at < ids.length; at += maxIds) {
      const messages = ids.slice(at, at + maxIds);
      await client.call('update-message-flags', { messages, op: 'remove', flag: 'read' });
    }
  };
  showToast(t('markedRead', { count: ids.length }), { undo: () => void attempt(undo()) });
}

/** Returns the IDs of unread messages in a channel, a conversation, all direct conversations, or everywhere. */
function unreadIdsOf({ unread }: Store, narrow: Narrow): number[] {
  if (narrow.length === 0) return [...unread.ids()];
  const place = placeOfNarrow(narrow);
  if (place) return unread.idsIn(placeKey(place));
  const channelId = channelOfNarrow(narrow);
  return [...unread.places.values()]
    .filter((each) =>
      each.place.kind === 'topic' ? each.place.channelId === channelId : channelId === undefined,
    )
    .flatMap((each) => unread.idsIn(placeKey(each.place)));
}

/** Marks all messages of a narrow as read, in several calls if there are many. */
async function markNarrowRead({ client }: Parley, narrow: readonly object[]): Promise<void> {
  let anchor = 'oldest';
  for (;;) {
    const answer = await client.call('update-message-flags-for-narrow', {
      anchor,
      num_before: 0,
      num_after: 1000,
      narrow: [...narrow, { operator: 'is', operand: 'unread' }] as never,
      op: 'add',
      flag: 'read',
    });
    if (answer.found_newest || answer.last_processed_id === null) return;
    anchor = String(answer.last_processed_id);
  }
}

/** Marks a message and everything after it in a view as unread, in several calls if there are many. */
export async function markUnreadFrom(
  { client }: Parley,
  narrow: readonly object[],
  messageId: number,
): Promise<void> {
  let anchor = messageId;
  for (;;) {
    const answer = await client.call('update-message-flags-for-narrow', {
      anchor: String(anchor),
      include_anchor: anchor === messageId,
      num_before: 0,
      num_after: 1000,
      narrow: [...narrow] as never,
      op: 'remove',
      flag: 'read',
    });
    if (answer.found_newest || answer.last_processed_id === null) return;
    anchor = answer.last_processed_id;
  }
}
