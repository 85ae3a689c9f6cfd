import { clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { type AudienceFacts, type Holders, viewerAudience } from '../domain/audience.ts';

/**
 * Builds the event that removes a deactivated subscriber from lists of subscribers, or adds a reactivated one. The subscription
 * itself does not change.
 */
export const peersChanged = (
  channel: AudienceFacts,
  holders: Holders,
  userId: number,
  isActive: boolean,
): Event =>
  clientEvent(
    isActive ? 'channel.subscriber.returned' : 'channel.subscriber.deactivated',
    viewerAudience(channel, holders),
    {
      type: 'subscription',
      op: isActive ? 'peer_add' : 'peer_remove',
      stream_ids: [channel.channelId],
      user_ids: [userId],
    },
  );
