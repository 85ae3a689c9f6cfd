import { errors } from '@parley/core';
import type { ChannelId } from '@parley/rules';
import type { Facts } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';

/** Checks that channels exist and are not archived. @throws BAD_REQUEST otherwise */
export async function requireChannels(
  { rpc }: Pick<Ctx, 'rpc'>,
  { call }: Facts,
  channelIds: readonly ChannelId[],
): Promise<void> {
  const request = { channelIds: [...channelIds], names: [] };
  const { channels } = await rpc.channel.resolveChannels(request, call);
  const usable = new Set(
    channels.filter((channel) => !channel.isArchived).map((channel) => channel.channelId),
  );
  if (channelIds.some((channelId) => !usable.has(channelId))) throw errors.badRequest('Invalid channel ID');
}
