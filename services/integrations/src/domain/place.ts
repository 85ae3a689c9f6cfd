import type { SendMessageRequest } from '@parley/proto/messaging/v1/messaging';
import type { UserId } from '@parley/rules';
import { z } from 'zod';
import { channelRef, directRef, topicRef } from './slack/slack-ids.ts';

const placeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('channel'), channelId: z.int(), topic: z.string(), name: z.string() }),
  /** The members, the bot included. */
  z.strictObject({ kind: z.literal('direct'), userIds: z.array(z.int()) }),
]);

/** Where a command was given, or where a message with controls is. */
export type Place = z.infer<typeof placeSchema>;

export const placeText = (place: Place): string => JSON.stringify(place);

export const readPlace = (text: string): Place => placeSchema.parse(JSON.parse(text));

/** Returns where a message to a place is sent. */
export const recipientAt = (place: Place): NonNullable<SendMessageRequest['recipient']> =>
  place.kind === 'channel'
    ? {
        $case: 'channel',
        channel: { channel: { $case: 'channelId', channelId: place.channelId }, topic: place.topic },
      }
    : { $case: 'direct', direct: { userIds: [...place.userIds], emails: [] } };

/**
 * Returns the ID and the name of a place as programs in Slack's form know it. Answers to this ID go to the same topic.
 * @param messageId a message there, whose topic counts, also when it is moved; 0 for none
 */
export const conversationAt = (place: Place, botId: UserId, messageId = 0): { id: string; name: string } =>
  place.kind === 'channel'
    ? {
        id: messageId === 0 ? topicRef(place.channelId, place.topic) : channelRef(place.channelId, messageId),
        name: place.name,
      }
    : { id: directRef(place.userIds.filter((id) => id !== botId)), name: 'directmessage' };
