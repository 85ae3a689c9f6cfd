import type { FindActiveTopicsRequest, FindActiveTopicsResponse } from '@parley/proto/messaging/v1/missed';
import type { Ctx } from '../../context.ts';
import { findActiveTopics as findInDatabase } from '../../db/reading/active-topics.ts';

const maxTopics = 500;

/** Checks no permission: `notify` then calls `FindMissedMessages`. */
export async function findActiveTopics(
  ctx: Ctx,
  { since }: FindActiveTopicsRequest,
): Promise<FindActiveTopicsResponse> {
  return { topics: await findInDatabase(ctx.db, new Date(since * 1000), maxTopics) };
}
