import { errors } from '@parley/core';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';

/** @throws BAD_REQUEST when one of the channels does not exist or is archived */
export async function requireChannels(ctx: Ctx, channelIds: readonly number[], call: Call): Promise<void> {
  const { channels } = await ctx.rpc.channel.resolveChannels(
    { channelIds: [...channelIds], names: [] },
    call,
  );
  const usable = new Set(
    channels.filter((channel) => !channel.isArchived).map((channel) => channel.channelId),
  );
  if (channelIds.some((channelId) => !usable.has(channelId))) throw errors.badRequest('Invalid channel ID');
}
