/** Actions on messages, topics and channels: calls of the server, whose events change what is shown. */
import type { Message, ParamsOf } from '@parley/client';
import { t } from '../i18n/index.ts';
import { showFailure } from '../ui/toasts.tsx';
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

/** Marks all messages of a narrow as read, in several calls if there are many. */
export async function markNarrowRead({ client }: Parley, narrow: readonly object[]): Promise<void> {
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
