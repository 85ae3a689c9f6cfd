import type { User } from '@parley/directory';
import type { Audience } from '@parley/proto/events/v1/event';
import { Event, Origin } from '@parley/proto/events/v1/event';
import type { ReactionEmoji } from '../domain/emoji.ts';

/** Parts of the audience, and how the person looks to those who do not know them. */
export type ReactionTelling = {
  parts: readonly { audience: Audience; knows: boolean }[];
  unknown: User;
};

/** Event kinds `messaging.reaction.added` and `messaging.reaction.removed`; who does not know the person hears of `unknown`. */
export function reactionChanged(
  op: 'add' | 'remove',
  { messageId, user, emoji }: { messageId: number; user: User; emoji: ReactionEmoji },
  { parts, unknown }: ReactionTelling,
  traceparent: string | undefined,
): Event {
  const jsonOf = ({ userId, email, fullName }: User) => ({
    type: 'reaction',
    op,
    user_id: userId,
    user: { user_id: userId, email, full_name: fullName, is_mirror_dummy: false },
    message_id: messageId,
    emoji_name: emoji.name,
    emoji_code: emoji.code,
    reaction_type: emoji.type,
  });
  return Event.fromPartial({
    kind: op === 'add' ? 'messaging.reaction.added' : 'messaging.reaction.removed',
    origin: Origin.MESSAGING,
    deliveries: parts.map(({ audience, knows }) => ({
      audience,
      type: 'reaction',
      json: Buffer.from(JSON.stringify(jsonOf(knows ? user : unknown))),
    })),
    traceparent: traceparent ?? '',
  });
}
