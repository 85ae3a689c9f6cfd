import { maxIdsPerEvent, partsOf } from '@parley/core';
import { Audience, Delivery, Event, Origin } from '@parley/proto/events/v1/event';
import { type AudienceFacts, type Holders, whoMayKnow } from '../domain/audience.ts';

export type Removed = {
  channel: AudienceFacts & { name: string };
  userIds: readonly number[];
  holders: Holders;
  boundary: number;
};

/** People left one channel: `remove` to themselves, `peer_remove` to everyone else who may know. */
export function subscriptionsRemoved(
  { channel, userIds, holders, boundary }: Removed,
  traceparent: string | undefined,
): Event[] {
  const delivery = (audience: Audience, event: object) =>
    Delivery.create({
      audience,
      type: 'subscription',
      json: Buffer.from(JSON.stringify({ type: 'subscription', ...event })),
    });
  return partsOf(userIds, maxIdsPerEvent).map((part) =>
    Event.create({
      kind: 'channel.subscription.removed',
      origin: Origin.CHANNEL,
      deliveries: [
        delivery(Audience.create({ userIds: part }), {
          op: 'remove',
          subscriptions: [{ stream_id: channel.channelId, name: channel.name }],
        }),
        delivery(whoMayKnow(channel, holders), {
          op: 'peer_remove',
          stream_ids: [channel.channelId],
          user_ids: part,
        }),
      ],
      fact: {
        value: {
          $case: 'subscriptionsRemoved',
          subscriptionsRemoved: {
            userIds: part,
            channelIds: [channel.channelId],
            boundaryMessageId: boundary,
          },
        },
      },
      traceparent: traceparent ?? '',
    }),
  );
}
