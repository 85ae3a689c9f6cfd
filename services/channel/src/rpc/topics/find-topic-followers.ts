import type { FindTopicFollowersRequest, FindTopicFollowersResponse } from '@parley/proto/channel/v1/topics';
import type { Ctx } from '../../context.ts';
import { followersOf } from '../../db/user-topics.ts';

/** Checks no permission, because only `messaging` calls it. */
export async function findTopicFollowers(
  ctx: Ctx,
  { channelId, topics }: FindTopicFollowersRequest,
): Promise<FindTopicFollowersResponse> {
  return { userIds: await followersOf(ctx.db, channelId, topics) };
}
