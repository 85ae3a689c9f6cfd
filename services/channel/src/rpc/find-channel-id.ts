import { errors, errorText } from '@parley/core';
import type { Scope } from '@parley/facts';
import { type FindChannelIdRequest, FindChannelIdResponse } from '@parley/proto/channel/v1/reading';
import { channelNameKey } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { channelsByKey } from '../db/channels.ts';
import { maySeeMetadata, metadataSettings } from '../domain/permissions.ts';
import { standings } from '../facts/access.ts';

/** Returns the ID of the channel with a name. @throws BAD_REQUEST when there is none, or the caller may not see it */
export const findChannelId = (
  ctx: Ctx,
  { name }: FindChannelIdRequest,
  scope: Scope,
): Promise<FindChannelIdResponse> =>
  scope.confirmed(async (deciding) => {
    const caller = await deciding.caller();
    const rows = await channelsByKey(ctx.db, [channelNameKey(name)], caller.userId);
    const standingIn = await standings(caller, rows, metadataSettings, deciding);
    const row = rows.find((each) => maySeeMetadata(caller, each, standingIn(each)));
    if (!row) throw errors.badRequest(errorText("Invalid channel name '{name}'", { name }));
    return FindChannelIdResponse.create({ channelId: row.channelId });
  });
