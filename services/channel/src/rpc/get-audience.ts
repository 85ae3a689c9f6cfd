import { type GetAudienceRequest, GetAudienceResponse } from '@parley/proto/channel/v1/audience';
import type { Ctx } from '../context.ts';
import { countSubscribers, readersOf } from '../db/audience.ts';

/**
 * Returns the number of a channel's subscribers whose accounts are active. With `withReaders`, it also returns these subscribers
 * with the periods in which each was subscribed, unless there are more than `maxReaders` (0: no limit). Only `messaging` calls it.
 * It checks no permission.
 */
export async function getAudience(
  ctx: Ctx,
  { channelId, withReaders, maxReaders }: GetAudienceRequest,
): Promise<GetAudienceResponse> {
  if (!withReaders || maxReaders > 0) {
    const subscriberCount = await countSubscribers(ctx.db, channelId);
    if (!withReaders || subscriberCount > maxReaders) return GetAudienceResponse.create({ subscriberCount });
  }
  const readers = await readersOf(ctx.db, channelId);
  return GetAudienceResponse.create({ subscriberCount: readers.length, readers });
}
