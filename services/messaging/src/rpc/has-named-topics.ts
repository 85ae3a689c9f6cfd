import type { HasNamedTopicsRequest, HasNamedTopicsResponse } from '@parley/proto/messaging/v1/topics';
import type { Ctx } from '../context.ts';
import { hasNamedTopics as findInDatabase } from '../db/topics.ts';

/**
 * Returns whether a channel has messages in a topic other than the empty one. Only the service `channel` calls this, so it
 * checks no permission.
 */
export async function hasNamedTopics(
  ctx: Ctx,
  { channelId }: HasNamedTopicsRequest,
): Promise<HasNamedTopicsResponse> {
  return { hasNamedTopics: await findInDatabase(ctx.db, channelId) };
}
