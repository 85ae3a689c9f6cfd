import type { Scope } from '@parley/facts';
import type { FindNamedChannelsRequest, FindNamedChannelsResponse } from '@parley/proto/channel/v1/channel';
import { bestNamed } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { channelIdsOf } from '../db/histories.ts';
import { isListed, metadataSettings } from '../domain/permissions.ts';
import { standings } from '../facts/access.ts';

const maxChannels = 50;

/** The channels among which one is found: all that the caller may see, like `GET /streams`, and private ones that are open to them. */
const filter = {
  includePublic: true,
  includeWebPublic: true,
  includeSubscribed: true,
  includeCanAccessContent: true,
  excludeArchived: true,
  includeAll: false,
  includeDefault: false,
  includeOwnerSubscribed: false,
};

/** Returns the channels that the caller may see and whose names fit what the caller types. */
export async function findNamedChannels(
  ctx: Ctx,
  { query, limit }: FindNamedChannelsRequest,
  scope: Scope,
): Promise<FindNamedChannelsResponse> {
  const caller = await scope.caller();
  const { value } = await ctx.db.snapshot(async (tx, snapshot) => {
    const [list, own] = await Promise.all([
      ctx.channelLists.plain.read(tx, snapshot),
      channelIdsOf(tx, caller.userId),
    ]);
    return { list, own: new Set(own) };
  });
  const named = bestNamed(
    value.list.channels.values(),
    query,
    ({ row }) => [row.name],
    Number.POSITIVE_INFINITY,
  );
  const related = named.map(({ row }) => ({
    row,
    groupSettings: row.groupSettings,
    isSubscribed: value.own.has(row.channelId),
  }));
  const unrelated = related.filter(({ row, isSubscribed }) => row.isPrivate && !isSubscribed);
  const standingIn = await standings(caller, unrelated, metadataSettings, scope);
  const seen = related.filter((each) =>
    isListed(caller, each.row, { ...standingIn(each), isOwnerSubscribed: false }, filter),
  );
  return {
    channels: seen
      .slice(0, Math.min(limit, maxChannels))
      .map(({ row }) => ({ channelId: row.channelId, name: row.name })),
  };
}
