import type { Message } from '@parley/api';
import { messageDelivery, newEvent } from '@parley/event-log';
import { Audience, type Event } from '@parley/proto/events/v1/event';
import type { MessageSent } from '@parley/proto/events/v1/facts';
import type { UserId } from '@parley/rules';

export type MessageAudience = {
  parts: readonly { audience: Audience; canSeeActor: boolean }[];
  /** The sender's fields of the message in the API, as recipients see them who may not see the sender. */
  unknownSender: Partial<Message>;
};

/** The message is a fact, from which the event queue builds the form for clients. Its ID is in the log entry. */
export function messageSent(
  fact: MessageSent,
  traceparent: string | undefined,
  audience: MessageAudience = {
    parts: [{ audience: messageAudience(fact), canSeeActor: true }],
    unknownSender: {},
  },
): Event {
  return newEvent('messaging.message.sent', {
    deliveries: audience.parts.map(({ audience: recipients, canSeeActor }) =>
      messageDelivery(recipients, canSeeActor ? undefined : audience.unknownSender),
    ),
    fact: { $case: 'messageSent', messageSent: fact },
    traceparent,
  });
}

/**
 * Returns the audience of a message: the members of the conversation, or the subscribers of the channel. A public channel's
 * audience includes the event queues that receive all public channels.
 * @param mentionedBotIds bots that receive the message without a subscription
 */
export function messageAudience({ place }: MessageSent, mentionedBotIds: readonly UserId[] = []): Audience {
  if (place?.$case === 'direct') {
    return Audience.create({ userIds: place.direct.recipients.map(({ userId }) => userId) });
  }
  if (!place) throw new Error('A message has no place.');
  const { channel } = place;
  return Audience.create({
    channelId: channel.channelId,
    userIds: [...mentionedBotIds],
    channelPublic: !channel.inviteOnly,
  });
}
