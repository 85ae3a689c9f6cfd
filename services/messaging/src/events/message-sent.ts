import { newEvent, textDelivery } from '@parley/event-log';
import { Audience, type Event } from '@parley/proto/events/v1/event';
import type { MessageSent } from '@parley/proto/events/v1/facts';

/** Parts of a message's audience, and how its sender looks to those who do not know them. */
export type MessageAudience = {
  parts: readonly { audience: Audience; canSeeActor: boolean }[];
  /** Fields of the message in the API's form. */
  unknownSender: object;
};

/**
 * Event kind `messaging.message.sent`. Its client form is built from the fact by whoever delivers it, with the
 * message's ID from the frame.
 */
export function messageSent(
  fact: MessageSent,
  traceparent: string | undefined,
  telling: MessageAudience = {
    parts: [{ audience: messageAudience(fact), canSeeActor: true }],
    unknownSender: {},
  },
): Event {
  return newEvent('messaging.message.sent', {
    deliveries: telling.parts.map(({ audience, canSeeActor }) =>
      textDelivery(audience, {
        type: 'message',
        json: canSeeActor ? '' : JSON.stringify(telling.unknownSender),
      }),
    ),
    fact: { $case: 'messageSent', messageSent: fact },
    traceparent,
  });
}

/** Who hears of a message: everyone in the conversation, or the channel's subscribers and who overhears it. */
export function messageAudience({ place }: MessageSent): Audience {
  if (place?.$case === 'direct') {
    return Audience.create({ userIds: place.direct.recipients.map(({ userId }) => userId) });
  }
  const channel = place!.channel;
  return Audience.create({
    channelId: channel.channelId,
    channelPublic: !channel.inviteOnly,
    channelWebPublic: channel.isWebPublic,
  });
}
