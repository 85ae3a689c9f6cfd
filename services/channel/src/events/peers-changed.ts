import { clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { type AudienceFacts, type Holders, whoMayKnow } from '../domain/audience.ts';

/** A subscriber's account was deactivated or has returned; their subscription itself is as before. */
export const peersChanged = (
  channel: AudienceFacts,
  holders: Holders,
  userId: number,
  isActive: boolean,
): Event =>
  clientEvent(
    isActive ? 'channel.subscriber.returned' : 'channel.subscriber.deactivated',
    whoMayKnow(channel, holders),
    {
      type: 'subscription',
      op: isActive ? 'peer_add' : 'peer_remove',
      stream_ids: [channel.channelId],
      user_ids: [userId],
    },
  );
