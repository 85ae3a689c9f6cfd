import { type ClientEvent, delivery, newEvent } from '@parley/event-log';
import type { User } from '@parley/facts';
import type { Audience, Event } from '@parley/proto/events/v1/event';
import type { ChannelId, MessageId } from '@parley/rules';
import type { ReactionEmoji } from '../domain/changing/emoji.ts';

/** `unknown` is how the person who reacts appears to recipients who may not see them. */
export type ReactionAudience = {
  parts: readonly { audience: Audience; canSeeActor: boolean }[];
  unknown: User;
};

/** Recipients who may not see the person receive the data of `unknown` instead. */
export function reactionChanged(
  op: 'add' | 'remove',
  {
    messageId,
    channelId,
    user,
    emoji,
  }: { messageId: MessageId; channelId: ChannelId | null; user: User; emoji: ReactionEmoji },
  { parts, unknown }: ReactionAudience,
  traceparent: string | undefined,
): Event {
  const jsonOf = ({ userId, email, fullName }: User): ClientEvent<`reaction/${'add' | 'remove'}`> => ({
    type: 'reaction',
    op,
    user_id: userId,
    user: { user_id: userId, email, full_name: fullName, is_mirror_dummy: false },
    message_id: messageId,
    emoji_name: emoji.name,
    emoji_code: emoji.code,
    reaction_type: emoji.type,
  });
  return newEvent(op === 'add' ? 'messaging.reaction.added' : 'messaging.reaction.removed', {
    deliveries: parts.map(({ audience, canSeeActor }) =>
      delivery(audience, jsonOf(canSeeActor ? user : unknown)),
    ),
    fact: {
      $case: 'reactionChanged',
      reactionChanged: {
        messageId,
        channelId: channelId ?? 0,
        userId: user.userId,
        emojiName: emoji.name,
        isAdded: op === 'add',
      },
    },
    traceparent,
  });
}
