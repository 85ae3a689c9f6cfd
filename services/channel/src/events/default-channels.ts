import { clientEvent } from '@parley/event-log';
import type { Event } from '@parley/proto/events/v1/event';
import { ChannelChanged } from '@parley/proto/events/v1/facts';
import { type ChannelId, members, only, type UserId } from '@parley/rules';
import type { ChannelRow } from '../db/channels.ts';
import { channelFact } from '../view/channel-json.ts';

/** Builds the event with the default channels for a person whose new role changes whether the person sees them. */
export const defaultChannelsRevealed = (userId: UserId, channelIds: readonly ChannelId[]): Event =>
  clientEvent('channel.defaults.revealed', only(userId), {
    type: 'default_streams',
    default_streams: channelIds,
  });

export type DefaultChannelsChange = {
  row: ChannelRow;
  /** The channel before the change; undefined when another event carries it. */
  previous: ChannelRow | undefined;
  actorId: UserId;
  channelIds: readonly ChannelId[];
};

/** Builds the event with the new list of default channels. All people except guests receive it. */
export const defaultChannelsChanged = (
  { row, previous, actorId, channelIds }: DefaultChannelsChange,
  traceparent?: string,
): Event =>
  clientEvent(
    'channel.defaults.changed',
    members,
    { type: 'default_streams', default_streams: channelIds },
    {
      fact: {
        $case: 'channelChanged',
        channelChanged: ChannelChanged.create({
          channel: channelFact(row),
          ...(previous && { previous: channelFact(previous), actorId }),
        }),
      },
      traceparent,
    },
  );
