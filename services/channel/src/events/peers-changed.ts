import { clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import type { UserId } from '@parley/rules';
import { type AudienceFacts, type Holders, viewerAudience } from '../domain/audience.ts';

/** For a deactivated or reactivated account. The subscription itself does not change. */
export const peersChanged = (
  channel: AudienceFacts,
  holders: Holders,
  userId: UserId,
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
