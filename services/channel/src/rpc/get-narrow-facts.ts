import type { GetNarrowFactsRequest, GetNarrowFactsResponse } from '@parley/proto/channel/v1/narrowing';
import type { Ctx } from '../context.ts';
import { idsOfKinds } from '../db/kinds.ts';
import { userTopicsOf } from '../db/user-topics.ts';

/** Channels of some kinds, and a user's visibility policies of topics. */
export async function getNarrowFacts(
  ctx: Ctx,
  { userId, kinds }: GetNarrowFactsRequest,
): Promise<GetNarrowFactsResponse> {
  const [channelIds, topics] = await Promise.all([
    kinds.length > 0 ? idsOfKinds(ctx.db, kinds) : [],
    userId === undefined ? [] : userTopicsOf(ctx.db, userId),
  ]);
  return { channelIds, topics };
}
