import { newEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import type { ChannelRow } from '../db/channels.ts';

/**
 * Builds the event `channel.announcement.due`, from which one announcement of several new channels is sent. Only this service
 * receives it.
 */
export const announcementDue = (
  rows: readonly ChannelRow[],
  actorId: number,
  traceparent: string | undefined,
): Event =>
  newEvent('channel.announcement.due', {
    fact: {
      $case: 'announcementDue',
      announcementDue: { actorId, channelIds: rows.map((row) => row.channelId) },
    },
    traceparent,
  });
