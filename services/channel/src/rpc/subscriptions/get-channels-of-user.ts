import { errors } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { GetChannelsOfUserRequest, GetChannelsOfUserResponse } from '@parley/proto/channel/v1/reading';
import type { Ctx } from '../../context.ts';
import { relatedChannels } from '../../db/channels.ts';
import { channelIdsOf } from '../../db/histories.ts';
import { maySeeMetadata, metadataSettings } from '../../domain/permissions.ts';
import { standings } from '../../facts/access.ts';

/** As far as the caller may see the channels. @throws BAD_REQUEST when the caller may not see the user */
export async function getChannelsOfUser(
  ctx: Ctx,
  { userId }: GetChannelsOfUserRequest,
  scope: Scope,
): Promise<GetChannelsOfUserResponse> {
  return scope.confirmed(async (deciding) => {
    const caller = await deciding.caller();
    if (!(await deciding.users.get(userId))) throw errors.badRequest('No such user');
    const rows = await relatedChannels(ctx.db, await channelIdsOf(ctx.db, userId), caller.userId);
    const standingIn = await standings(caller, rows, metadataSettings, deciding);
    const seen = rows.filter((row) => maySeeMetadata(caller, row, standingIn(row)));
    return { channelIds: seen.map(({ channelId }) => channelId) };
  });
}
