import { clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { ChannelChanged } from '@parley/proto/events/v1/facts';
import type { ChannelRow } from '../db/channels.ts';
import { type Holders, viewerAudience } from '../domain/audience.ts';
import { channelFact } from '../view/channel-json.ts';

/** Everyone who may see the channel receives it. @param row the channel after the change */
export const channelUpdated = (
  row: ChannelRow,
  property: string,
  value: number | string | boolean | null,
  holders: Holders,
): Event =>
  clientEvent(
    'channel.channel.updated',
    viewerAudience(row, holders),
    { type: 'stream', op: 'update', stream_id: row.channelId, name: row.name, property, value },
    {
      fact: { $case: 'channelChanged', channelChanged: ChannelChanged.create({ channel: channelFact(row) }) },
    },
  );
