import type { GetUserTopicsRequest, GetUserTopicsResponse } from '@parley/proto/channel/v1/topics';
import type { Ctx } from '../context.ts';
import { userTopicsOf } from '../db/user-topics.ts';

/**
 * Returns the visibility policies of a user, for the caches of other services. The fact `userTopicChanged` keeps them
 * up to date.
 */
export async function getUserTopics(
  ctx: Ctx,
  { userId }: GetUserTopicsRequest,
): Promise<GetUserTopicsResponse> {
  const { value, snapshot } = await ctx.db.snapshot((tx) => userTopicsOf(tx, userId));
  return { topics: value, snapshot };
}
