import type { HasNamedTopicsRequest, HasNamedTopicsResponse } from '@parley/proto/messaging/v1/topics';
import type { Ctx } from '../../context.ts';
import { hasNamedTopics as findInDatabase } from '../../db/reading/topics.ts';

/** Only the service `channel` calls this, so it checks no permission. */
export async function hasNamedTopics(
  ctx: Ctx,
  { channelId }: HasNamedTopicsRequest,
): Promise<HasNamedTopicsResponse> {
  return { hasNamedTopics: await findInDatabase(ctx.db, channelId) };
}
