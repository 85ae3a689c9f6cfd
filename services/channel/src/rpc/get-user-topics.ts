import type { GetUserTopicsRequest, GetUserTopicsResponse } from '@parley/proto/channel/v1/topics';
import type { Ctx } from '../context.ts';
import { userTopicsOf } from '../db/user-topics.ts';

/** Returns what a user set for topics, for other services' directories; the fact `userTopicChanged` updates them. */
export async function getUserTopics(
  ctx: Ctx,
  { userId }: GetUserTopicsRequest,
): Promise<GetUserTopicsResponse> {
  const { value, snapshot } = await ctx.db.snapshot((tx) => userTopicsOf(tx, userId));
  return { topics: value, snapshot };
}
