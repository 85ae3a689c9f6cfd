import { sql } from '@parley/db';
import { id } from './id.ts';
import type { Operator } from './types.ts';

/**
 * `with:12`: the conversation in which the message is now. It replaces other terms that name a conversation, so links
 * keep working after topics were renamed or moved. When the message does not exist, the other terms apply.
 */
export const withMessage: Operator<number> = {
  names: ['with'],
  parse: id.parse,
  collect: (messageId, lookups) => void lookups.messageIds.add(messageId),
  cannotBeNegated: true,
  replaces: ['channel', 'stream', 'topic', 'subject', 'dm', 'pm-with', 'pm_with'],
  compile(messageId, facts) {
    const place = facts.placeOf(messageId);
    if (!place) return { condition: sql`true`, impliedByScope: true };
    if ('conversationId' in place) {
      return {
        condition: sql`m.conversation_id = ${place.conversationId}`,
        scope: { kind: 'direct' },
        isSelective: true,
      };
    }
    return {
      condition: sql`m.channel_id = ${place.channel.channelId} and m.topic_key = fold_topic(${place.topic})`,
      scope: { kind: 'channel', channel: place.channel },
    };
  },
};
