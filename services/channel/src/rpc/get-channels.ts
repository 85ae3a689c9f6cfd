import { errors } from '@parley/core';
import type { SnapshotTx } from '@parley/db';
import type { Scope, User } from '@parley/facts';
import { type GetChannelsRequest, GetChannelsResponse } from '@parley/proto/channel/v1/channel';
import type { Snapshot } from '@parley/proto/common/v1/snapshot';
import { jsonText, stateOf } from '@parley/registration';
import type { ChannelId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { channelIdsOf } from '../db/histories.ts';
import { isAdministrator, isListed, metadataSettings } from '../domain/permissions.ts';
import { standings } from '../facts/access.ts';
import { type Appearance, pickChannels } from '../register/pick-channels.ts';
import { postingRuleOf } from '../view/channel-json.ts';

/**
 * Returns the channels that a filter selects and that the caller may see; with `includeOwnerSubscribed`, also those to which the
 * owner of the calling bot is subscribed (docs/api/channels.md#listing-channels).
 */
export async function getChannels(
  ctx: Ctx,
  request: GetChannelsRequest,
  scope: Scope,
): Promise<GetChannelsResponse> {
  const caller = request.includeAllActive ? await scope.confirmed(callerWhoListsAll) : await scope.caller();
  const filter = { ...request, includeAll: request.includeAll || request.includeAllActive };
  const { value } = await ctx.db.snapshot((tx, snapshot) => read(ctx, tx, snapshot, caller));
  const { list, own, ofOwner } = value;
  const related = Array.from(list.channels.values(), ({ row }) => ({
    row,
    groupSettings: row.groupSettings,
    isSubscribed: own.has(row.channelId),
  }));
  const unrelated = related.filter(({ row, isSubscribed }) => row.isPrivate && !isSubscribed);
  const standingIn = await standings(caller, unrelated, metadataSettings, scope);
  const listedIds = new Set<ChannelId>();
  for (const each of related) {
    const { row } = each;
    const standing = { ...standingIn(each), isOwnerSubscribed: ofOwner.has(row.channelId) };
    if (isListed(caller, row, standing, filter)) listedIds.add(row.channelId);
  }
  const blocks = await list.blocks(await postingRuleOf(scope));
  const streams = pickChannels(
    blocks.map((block) => block.listed),
    ({ listed: { row }, personalAt }): Appearance | undefined => {
      if (!listedIds.has(row.channelId)) return undefined;
      return request.includeDefault
        ? { from: personalAt, text: defaultTexts[`${row.isDefault}`] }
        : 'unchanged';
    },
  );
  const { options } = request;
  return GetChannelsResponse.create(
    options
      ? { state: stateOf(new Map([['streams', streams]]), options) }
      : { streamsJson: jsonText(streams) },
  );
}

/** The end of a channel's text that tells whether it is a default channel. */
const defaultTexts = {
  true: Buffer.from(',"is_default":true}'),
  false: Buffer.from(',"is_default":false}'),
};

async function read(ctx: Ctx, tx: SnapshotTx, snapshot: Promise<Snapshot>, caller: User) {
  const [list, own, ofOwner] = await Promise.all([
    ctx.channelLists.plain.read(tx, snapshot),
    channelIdsOf(tx, caller.userId),
    caller.isBot ? channelIdsOf(tx, caller.botOwnerId) : [],
  ]);
  return { list, own: new Set(own), ofOwner: new Set(ofOwner) };
}

/** The deprecated parameter `include_all_active`. @throws BAD_REQUEST unless the caller is an administrator */
async function callerWhoListsAll(scope: Scope) {
  const caller = await scope.caller();
  if (!isAdministrator(caller)) throw errors.badRequest('User not authorized for this query');
  return caller;
}
