import { Audience, Delivery, Event, Origin } from '@parley/proto/events/v1/event';
import type { ChannelRow } from '../db/channels.ts';
import { roles } from '../domain/permissions.ts';
import { channelFact } from '../view/channel-json.ts';

const told = (audience: Audience, channelIds: readonly number[]): Delivery =>
  Delivery.create({
    audience,
    type: 'default_streams',
    json: Buffer.from(JSON.stringify({ type: 'default_streams', default_streams: channelIds })),
  });

/** A person's role changed, and with it whether they know the default channels. */
export const defaultChannelsTold = (userId: number, channelIds: readonly number[]): Event =>
  Event.create({
    kind: 'channel.defaults.revealed',
    origin: Origin.CHANNEL,
    deliveries: [told(Audience.create({ userIds: [userId] }), channelIds)],
  });

/** A channel became a default one or is none any more: everyone but guests hears the new list. */
export const defaultChannelsChanged = (
  row: ChannelRow,
  channelIds: readonly number[],
  traceparent = '',
): Event =>
  Event.create({
    kind: 'channel.defaults.changed',
    origin: Origin.CHANNEL,
    deliveries: [told(Audience.create({ maxRole: roles.member }), channelIds)],
    fact: {
      value: {
        $case: 'channelChanged',
        channelChanged: { channel: channelFact(row), previous: undefined, actorId: 0, announce: false },
      },
    },
    traceparent,
  });
