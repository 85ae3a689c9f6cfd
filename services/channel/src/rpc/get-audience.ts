import { type GetAudienceRequest, GetAudienceResponse } from '@parley/proto/channel/v1/audience';
import type { Ctx } from '../context.ts';
import { countSubscribers, readersOf } from '../db/audience.ts';

/** Who hears a channel, for `messaging`: how many, or each with when they were subscribed. */
export async function getAudience(
  ctx: Ctx,
  { channelId, withReaders }: GetAudienceRequest,
): Promise<GetAudienceResponse> {
  if (!withReaders) {
    return GetAudienceResponse.create({ subscriberCount: await countSubscribers(ctx.db, channelId) });
  }
  const readers = await readersOf(ctx.db, channelId);
  return GetAudienceResponse.create({ subscriberCount: readers.length, readers });
}
