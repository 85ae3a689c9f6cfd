import type { Scope } from '@parley/facts';
import type { ChannelId } from '@parley/rules';
import type { Ctx } from '../context.ts';

/** Returns the IDs of the channels of which a bot may know. */
export async function channelsOfBot({ channel }: Pick<Ctx, 'channel'>, { call }: Scope): Promise<number[]> {
  const { streamsJson } = await channel.getChannels(
    {
      includePublic: true,
      includeWebPublic: false,
      includeSubscribed: true,
      excludeArchived: false,
      includeAll: false,
      includeDefault: false,
      includeOwnerSubscribed: false,
      includeCanAccessContent: false,
      includeAllActive: false,
      options: undefined,
    },
    call,
  );
  const channels = JSON.parse(Buffer.from(streamsJson).toString()) as { stream_id: number }[];
  return channels.map(({ stream_id }) => stream_id);
}

export async function subscribersOf(
  { channel }: Pick<Ctx, 'channel'>,
  channelId: ChannelId,
  { call }: Scope,
): Promise<number[]> {
  const { subscribersJson } = await channel.getSubscribers({ channelId }, call);
  return JSON.parse(Buffer.from(subscribersJson).toString()) as number[];
}
