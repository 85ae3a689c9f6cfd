/** Actions on messages, topics and channels: calls of the server, whose events change what is shown. */
import { type Channel, type Message, type Narrow, type ParamsOf, placeKey, type Store } from '@parley/client';
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

/** Adds or removes a flag of messages. */
export async function setFlag(
  { client }: Parley,
  ids: readonly number[],
  flag: 'starred',
  isSet: boolean,
): Promise<void> {
  if (ids.length === 0) return;
  await attempt(
    client.call('update-message-flags', { messages: [...ids], op: isSet ? 'add' : 'remove', flag }),
  );
}

/** Subscribes the person to a channel. Returns whether it succeeded. */
export const joinChannel = ({ client }: Parley, { name }: Pick<Channel, 'name'>): Promise<boolean> =>
  attempt(client.call('subscribe', { subscriptions: [{ name }] }));

/** Unsubscribes the person from a channel that they can join again, and offers to undo it. */
export async function leaveChannel(parley: Parley, channel: Channel): Promise<void> {
  const { client, store } = parley;
  if (!(await attempt(client.call('unsubscribe', { subscriptions: [channel.name] })))) return;
  // The channel may be renamed meanwhile.
  const present = () => store.channels.channels.get(channel.stream_id) ?? channel;
  showToast(t('unsubscribed', { channel: channel.name }), {
    undo: () => void joinChannel(parley, present()),
  });
}

type ReactionName = { emoji_name: string; emoji_code?: string; reaction_type?: string };

/** Adds a reaction, or removes it when the person has already reacted with it. */
export async function toggleReaction(
  { client, store }: Parley,
  message: Message,
  reaction: ReactionName,
): Promise<void> {
  const hasReacted = message.reactions.some(
    (each) => each.user_id === store.people.selfId && each.emoji_name === reaction.emoji_name,
  );
  const params = { message_id: message.id, ...reaction } as ParamsOf<'add-reaction'>;
  await attempt(hasReacted ? client.call('remove-reaction', params) : client.call('add-reaction', params));
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
const mostIds = 1_000;

/** Marks all messages of a narrow as read and offers to undo it; says so when it fails. */
export async function markRead(parley: Parley, narrow: Narrow): Promise<void> {
  const { client, store } = parley;
  const ids = unreadIdsOf(store, narrow);
  if (!(await attempt(markNarrowRead(parley, narrow))) || ids.length === 0) return;
  const undo = async () => {
    for (let at = 0; at < ids.length; at += mostIds) {
      const messages = ids.slice(at, at + mostIds);
      await client.call('update-message-flags', { messages, op: 'remove', flag: 'read' });
    }
  };
  showToast(t('markedRead', { count: ids.length }), { undo: () => void attempt(undo()) });
}

/** Returns the unread messages of everything, of a channel, of a conversation, or of all direct conversations. */
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

/** Marks a message and everything after it in a view as unread. */
export async function markUnreadFrom(
  { client }: Parley,
  narrow: readonly object[],
  messageId: number,
): Promise<void> {
  await client.call('update-message-flags-for-narrow', {
    anchor: String(messageId),
    include_anchor: true,
    num_before: 0,
    num_after: 1000,
    narrow: [...narrow] as never,
    op: 'remove',
    flag: 'read',
  });
}
