import type { FindTopicFollowersRequest, FindTopicFollowersResponse } from '@parley/proto/channel/v1/topics';
import type { Ctx } from '../context.ts';
import { followersOf } from '../db/user-topics.ts';

/**
 * Returns the people who follow at least one of the given topics of a channel. Checks no permission, because only `messaging`
 * calls it.
 */
export async function findTopicFollowers(
  ctx: Ctx,
  { channelId, topics }: FindTopicFollowersRequest,
): Promise<FindTopicFollowersResponse> {
  return { userIds: await followersOf(ctx.db, channelId, topics) };
}
