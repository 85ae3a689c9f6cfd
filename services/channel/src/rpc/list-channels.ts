import { errors } from '@parley/core';
import type { Scope } from '@parley/directory';
import type { ListChannelsRequest, ListChannelsResponse } from '@parley/proto/channel/v1/operators';
import type { Ctx } from '../context.ts';
import { channels } from '../db/channels.ts';

/** Returns all channels. Only operators may call it, without a principal. @throws UNAUTHORIZED_PRINCIPAL */
export async function listChannels(
  ctx: Ctx,
  _request: ListChannelsRequest,
  scope: Scope,
): Promise<ListChannelsResponse> {
  if (scope.call.principal) throw errors.unauthorizedPrincipal('This is for operators of the server.');
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
