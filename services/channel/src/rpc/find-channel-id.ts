import { errors } from '@parley/core';
import { confirmed, requireCaller } from '@parley/directory';
import { type FindChannelIdRequest, FindChannelIdResponse } from '@parley/proto/channel/v1/reading';
import type { Call } from '@parley/rpc';
import { channelNameKey } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { channelsByKey } from '../db/channels.ts';
import { maySeeMetadata, metadataSettings } from '../domain/permissions.ts';
import { standings } from '../facts/access.ts';

/** The ID of a channel by name, for those who may know of it. */
export function findChannelId(
  ctx: Ctx,
  { name }: FindChannelIdRequest,
  call: Call,
): Promise<FindChannelIdResponse> {
  return confirmed(async (options) => {
    const caller = await requireCaller(ctx, call, options);
    const rows = await channelsByKey(ctx.db, [channelNameKey(name)], caller.userId);
    const standingIn = await standings(ctx, caller, rows, metadataSettings, call, options);
    const row = rows.find((each) => maySeeMetadata(caller, each, standingIn(each)));
    if (!row) throw errors.badRequest(`Invalid channel name '${name}'`);
    return FindChannelIdResponse.create({ channelId: row.channelId });
  });
}
