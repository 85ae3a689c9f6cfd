import { Event, Origin } from '@parley/proto/events/v1/event';
import type { MessageSent } from '@parley/proto/events/v1/facts';

/**
 * Event kind `messaging.message.sent`. Its client form is built from the fact by whoever delivers it, with the
 * message's ID from the frame.
 */
export function messageSent(fact: MessageSent, traceparent: string | undefined): Event {
  return Event.create({
    kind: 'messaging.message.sent',
    origin: Origin.MESSAGING,
    deliveries: [{ audience: audienceOf(fact), type: 'message' }],
    fact: { value: { $case: 'messageSent', messageSent: fact } },
    traceparent: traceparent ?? '',
  });
}

function audienceOf({ place }: MessageSent) {
  if (place?.$case === 'direct') {
    return { userIds: place.direct.recipients.map(({ userId }) => userId) };
  }
  const channel = place!.channel;
  return {
    channelId: channel.channelId,
    channelPublic: !channel.inviteOnly,
    channelWebPublic: channel.isWebPublic,
  };
}
