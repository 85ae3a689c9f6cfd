import { errors } from '@parley/core';
import type { Scope } from '@parley/directory';
import type { ListChannelsRequest, ListChannelsResponse } from '@parley/proto/channel/v1/operators';
import type { Ctx } from '../context.ts';
import { channels } from '../db/channels.ts';

/**
 * Returns all channels. Only operators of the server may call it. @throws UNAUTHORIZED_PRINCIPAL for a call on behalf of a
 * person
 */
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
