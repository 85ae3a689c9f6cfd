import { type GetAudienceRequest, GetAudienceResponse } from '@parley/proto/channel/v1/audience';
import type { Ctx } from '../context.ts';
import { countSubscribers, readersOf } from '../db/audience.ts';

/**
 * Returns the number of a channel's active subscribers, or all of them with their periods. Only `messaging` calls it.
 */
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
