import { Delivery, Event, Origin } from '@parley/proto/events/v1/event';
import { type AudienceFacts, type Holders, whoMayKnow } from '../domain/audience.ts';

/** A subscriber's account was deactivated or has returned; their subscription itself is as before. */
export function peersChanged(
  channel: AudienceFacts,
  holders: Holders,
  userId: number,
  isActive: boolean,
): Event {
  return Event.create({
    kind: isActive ? 'channel.subscriber.returned' : 'channel.subscriber.deactivated',
    origin: Origin.CHANNEL,
    deliveries: [
      Delivery.create({
        audience: whoMayKnow(channel, holders),
        type: 'subscription',
        json: Buffer.from(
          JSON.stringify({
            type: 'subscription',
            op: isActive ? 'peer_add' : 'peer_remove',
            stream_ids: [channel.channelId],
            user_ids: [userId],
          }),
        ),
      }),
    ],
  });
}
