import type { FindActiveTopicsRequest, FindActiveTopicsResponse } from '@parley/proto/messaging/v1/missed';
import type { Ctx } from '../context.ts';
import { findActiveTopics as findInDatabase } from '../db/active-topics.ts';

const maxTopics = 500;

/**
 * Returns the topics with the most senders since a time, for the digests of `notify`. It checks no permission. `notify` then
 * calls `FindMissedMessages` to find out which of them a person may read.
 */
export async function findActiveTopics(
  ctx: Ctx,
  { since }: FindActiveTopicsRequest,
): Promise<FindActiveTopicsResponse> {
  return { topics: await findInDatabase(ctx.db, new Date(since * 1000), maxTopics) };
}
