import { newEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import type { UserId } from '@parley/rules';
import type { ChannelRow } from '../db/channels.ts';

/** One announcement of several new channels. Only this service receives it. */
export const announcementDue = (
  rows: readonly ChannelRow[],
  actorId: UserId,
  traceparent: string | undefined,
): Event =>
  newEvent('channel.announcement.due', {
    fact: {
      $case: 'announcementDue',
      announcementDue: { actorId, channelIds: rows.map((row) => row.channelId) },
    },
    traceparent,
  });
