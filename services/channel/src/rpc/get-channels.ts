import { errors } from '@parley/core';
import type { Scope } from '@parley/directory';
import { type GetChannelsRequest, GetChannelsResponse } from '@parley/proto/channel/v1/channel';
import type { Ctx } from '../context.ts';
import { allChannels } from '../db/channels.ts';
import { isAdministrator, isListed, metadataSettings } from '../domain/permissions.ts';
import { standings } from '../facts/access.ts';
import { channelJson, jsonArray, postingRuleOf } from '../view/channel-json.ts';

/** Returns the channels that a filter selects and that the caller may see (docs/api/channels.md#listing-channels). */
export async function getChannels(
  ctx: Ctx,
  request: GetChannelsRequest,
  scope: Scope,
): Promise<GetChannelsResponse> {
  const caller = request.includeAllActive ? await scope.confirmed(callerWhoListsAll) : await scope.caller();
  const filter = { ...request, includeAll: request.includeAll || request.includeAllActive };
  const rows = await allChannels(ctx.db, caller.userId, {
    ownerId: caller.isBot ? caller.botOwnerId : 0,
    withArchived: !request.excludeArchived,
  });
  const standingIn = await standings(
    caller,
    rows.filter((row) => row.isPrivate && !row.isSubscribed),
    metadataSettings,
    scope,
  );
  const ruleOf = await postingRuleOf(scope);
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

/** Only administrators may use the deprecated `include_all_active`. */
async function callerWhoListsAll(scope: Scope) {
  const caller = await scope.caller();
  if (!isAdministrator(caller)) throw errors.badRequest('User not authorized for this query');
  return caller;
}
