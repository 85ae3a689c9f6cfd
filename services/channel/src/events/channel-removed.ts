import { clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import type { ChannelRow } from '../db/channels.ts';
import { type Holders, viewerAudience } from '../domain/audience.ts';
import { streamDelete } from './channel-created.ts';

/** Builds the event of a channel that an import had created and that is removed with it. Its name is free for another one from then on. */
export const channelRemoved = (row: ChannelRow, holders: Holders): Event =>
  clientEvent('channel.channel.hidden', viewerAudience(row, holders), streamDelete([row.channelId]), {
    fact: { $case: 'channelRemoved', channelRemoved: { channelId: row.channelId } },
  });
