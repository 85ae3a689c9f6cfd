import { errors } from '@parley/core';
import { requireCaller } from '@parley/directory';
import { type GetChannelsRequest, GetChannelsResponse } from '@parley/proto/channel/v1/channel';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { allChannels } from '../db/channels.ts';
import { isAdministrator, isListed, metadataSettings } from '../domain/permissions.ts';
import { standings } from '../facts/access.ts';
import { channelJson, jsonArray, postingRuleOf } from '../view/channel-json.ts';

/** The channels a filter asks for, as far as the caller may know of them (specification, 12). */
export async function getChannels(
  ctx: Ctx,
  request: GetChannelsRequest,
  call: Call,
): Promise<GetChannelsResponse> {
  const caller = await requireCaller(ctx, call);
  if (request.includeAllActive && !isAdministrator(caller)) {
    const confirmedCaller = await requireCaller(ctx, call, { confirm: true });
    if (!isAdministrator(confirmedCaller)) throw errors.badRequest('User not authorized for this query');
  }
  const filter = { ...request, includeAll: request.includeAll || request.includeAllActive };
  const rows = await allChannels(ctx.db, caller.userId, {
    ownerId: caller.isBot ? caller.botOwnerId : 0,
    withArchived: !request.excludeArchived,
  });
  const standingIn = await standings(
    ctx,
    caller,
    rows.filter((row) => row.isPrivate && !row.isSubscribed),
    metadataSettings,
    call,
  );
  const ruleOf = await postingRuleOf(ctx.directory.groups, call);
  const listed = rows.filter((row) =>
    isListed(caller, row, { ...standingIn(row), isOwnerSubscribed: row.isOwnerSubscribed }, filter),
  );
  return GetChannelsResponse.create({
    streamsJson: jsonArray(
      listed.map((row) =>
        JSON.stringify({
          ...channelJson(row, ruleOf),
          ...(request.includeDefault && { is_default: row.isDefault }),
        }),
      ),
    ),
  });
}
