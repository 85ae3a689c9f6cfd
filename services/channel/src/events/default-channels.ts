import { Audience, Delivery, Event, Origin } from '@parley/proto/events/v1/event';
import type { ChannelRow } from '../db/channels.ts';
import { roles } from '../domain/permissions.ts';
import { channelFact } from '../view/channel-json.ts';

/** A channel became a default one or is none any more: everyone but guests hears the new list. */
export const defaultChannelsChanged = (
  row: ChannelRow,
  channelIds: readonly number[],
  traceparent = '',
): Event =>
  Event.create({
    kind: 'channel.defaults.changed',
    origin: Origin.CHANNEL,
    deliveries: [
      Delivery.create({
        audience: Audience.create({ maxRole: roles.member }),
        type: 'default_streams',
        json: Buffer.from(JSON.stringify({ type: 'default_streams', default_streams: channelIds })),
      }),
    ],
    fact: {
      value: {
        $case: 'channelChanged',
        channelChanged: { channel: channelFact(row), previous: undefined, actorId: 0, announce: false },
      },
    },
    traceparent,
  });
