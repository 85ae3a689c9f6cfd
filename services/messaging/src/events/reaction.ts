import type { User } from '@parley/directory';
import type { Audience } from '@parley/proto/events/v1/event';
import { Event, Origin } from '@parley/proto/events/v1/event';
import type { ReactionEmoji } from '../domain/emoji.ts';

/** Event kinds `messaging.reaction.added` and `messaging.reaction.removed`. */
export function reactionChanged(
  op: 'add' | 'remove',
  { messageId, user, emoji }: { messageId: number; user: User; emoji: ReactionEmoji },
  audience: Audience,
  traceparent: string | undefined,
): Event {
  const json = {
    type: 'reaction',
    op,
    user_id: user.userId,
    user: { user_id: user.userId, email: user.email, full_name: user.fullName, is_mirror_dummy: false },
    message_id: messageId,
    emoji_name: emoji.name,
    emoji_code: emoji.code,
    reaction_type: emoji.type,
  };
  return Event.fromPartial({
    kind: op === 'add' ? 'messaging.reaction.added' : 'messaging.reaction.removed',
    origin: Origin.MESSAGING,
    deliveries: [{ audience, type: 'reaction', json: Buffer.from(JSON.stringify(json)) }],
    traceparent: traceparent ?? '',
  });
}
