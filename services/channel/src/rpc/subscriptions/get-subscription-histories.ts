import {
  type GetSubscriptionHistoriesRequest,
  GetSubscriptionHistoriesResponse,
} from '@parley/proto/channel/v1/channel';
import type { Ctx } from '../../context.ts';
import { historiesOf } from '../../db/histories.ts';

/** Returns a user's subscriptions with their periods. Other services fill their caches with it. */
export async function getSubscriptionHistories(
  ctx: Ctx,
  { userId }: GetSubscriptionHistoriesRequest,
): Promise<GetSubscriptionHistoriesResponse> {
  const { value, snapshot } = await ctx.db.snapshot((tx) => historiesOf(tx, userId));
  return GetSubscriptionHistoriesResponse.create({ histories: value, snapshot });
}
