import type { Scope } from '@parley/facts';
import { type GetSubscribersRequest, GetSubscribersResponse } from '@parley/proto/channel/v1/reading';
import type { Ctx } from '../../context.ts';
import { subscriberLists } from '../../db/subscriptions.ts';
import { accessChannel } from '../../facts/access.ts';

/** Returns all active subscribers of a channel that the caller may see. */
export async function getSubscribers(
  ctx: Ctx,
  { channelId }: GetSubscribersRequest,
  scope: Scope,
): Promise<GetSubscribersResponse> {
  await scope.confirmed((deciding) => accessChannel(ctx, channelId, [], deciding));
  const lists = await subscriberLists(ctx.db, [channelId]);
  return GetSubscribersResponse.create({ subscribersJson: Buffer.from(lists.get(channelId) ?? '[]') });
}
