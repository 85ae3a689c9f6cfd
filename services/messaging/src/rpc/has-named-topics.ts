import type { HasNamedTopicsRequest, HasNamedTopicsResponse } from '@parley/proto/messaging/v1/topics';
import type { Ctx } from '../context.ts';
import { hasNamedTopics as findNamedTopics } from '../db/topics.ts';

/** Whether a channel has messages outside the empty topic, for `channel`. No permission is checked. */
export async function hasNamedTopics(
  ctx: Ctx,
  { channelId }: HasNamedTopicsRequest,
): Promise<HasNamedTopicsResponse> {
  return { hasNamedTopics: await findNamedTopics(ctx.db, channelId) };
}
