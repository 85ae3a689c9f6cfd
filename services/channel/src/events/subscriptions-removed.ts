import { maxIdsPerEvent, partsOf } from '@parley/core';
import { delivery, newEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { type AudienceFacts, type Holders, whoMayKnow } from '../domain/audience.ts';

export type Removed = {
  channel: AudienceFacts & { name: string };
  userIds: readonly number[];
  holders: Holders;
  boundary: number;
};

/** People left one channel: `remove` to themselves, `peer_remove` to everyone else who may know. */
export const subscriptionsRemoved = (
  { channel, userIds, holders, boundary }: Removed,
  traceparent: string | undefined,
): Event[] =>
  partsOf(userIds, maxIdsPerEvent).map((part) =>
    newEvent('channel.subscription.removed', {
      deliveries: [
        delivery(
          { userIds: part },
          {
            type: 'subscription',
            op: 'remove',
            subscriptions: [{ stream_id: channel.channelId, name: channel.name }],
          },
        ),
        delivery(whoMayKnow(channel, holders), {
          type: 'subscription',
          op: 'peer_remove',
          stream_ids: [channel.channelId],
          user_ids: part,
        }),
      ],
      fact: {
        $case: 'subscriptionsRemoved',
        subscriptionsRemoved: {
          userIds: part,
          channelIds: [channel.channelId],
          boundaryMessageId: boundary,
        },
      },
      traceparent,
    }),
  );
