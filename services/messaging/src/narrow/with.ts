import { sql } from '@parley/db';
import { id } from './id.ts';
import type { Operator } from './types.ts';

/**
 * `with:12`: selects messages of the topic or conversation that contains the message now. It replaces other terms that name a
 * channel, topic or conversation, so that links keep working after a move or rename. The other terms apply when the reader
 * cannot read such a message.
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
