import type { Scope } from '@parley/facts';
import type { ListChannelsRequest, ListChannelsResponse } from '@parley/proto/channel/v1/operators';
import { requireOperator } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { channels } from '../db/channels.ts';

/** Returns all channels. Only operators of the server may call it. */
export async function listChannels(
  ctx: Ctx,
  _request: ListChannelsRequest,
  scope: Scope,
): Promise<ListChannelsResponse> {
  requireOperator(scope.call);
  const rows = await channels(ctx.db);
  return {
    channels: rows.map(({ channelId, name, isPrivate, isWebPublic, isArchived, subscriberCount }) => ({
      channelId,
      name,
      isPrivate,
      isWebPublic,
      isArchived,
      subscriberCount,
    })),
  };
}
