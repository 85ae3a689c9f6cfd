import { errors } from '@parley/core';
import { type ResolveChannelsRequest, ResolveChannelsResponse } from '@parley/proto/channel/v1/channel';
import { channelNameKey } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { channelsByIdOrKey } from '../db/channels.ts';
import { channelFact } from '../view/channel-json.ts';

const maxAsked = 10_000;

/** For caches of other services, which decide: it checks no permission. */
export async function resolveChannels(
  ctx: Ctx,
  { channelIds, names }: ResolveChannelsRequest,
): Promise<ResolveChannelsResponse> {
  if (channelIds.length + names.length > maxAsked) throw errors.badRequest('Too many channels at once.');
  const keys = names.map(channelNameKey);
  const { value, snapshot } = await ctx.db.snapshot((tx) => channelsByIdOrKey(tx, channelIds, keys));
  return ResolveChannelsResponse.create({ channels: value.map(channelFact), snapshot });
}
