import { confirmed } from '@parley/directory';
import { type GetSubscribersRequest, GetSubscribersResponse } from '@parley/proto/channel/v1/reading';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { subscriberLists } from '../db/subscriptions.ts';
import { accessChannel } from '../facts/access.ts';

/** Active subscribers of a channel: known to everyone who may know of it. */
export async function getSubscribers(
  ctx: Ctx,
  { channelId }: GetSubscribersRequest,
  call: Call,
): Promise<GetSubscribersResponse> {
  await confirmed((options) => accessChannel(ctx, channelId, [], call, options));
  const lists = await subscriberLists(ctx.db, [channelId]);
  return GetSubscribersResponse.create({ subscribersJson: Buffer.from(lists.get(channelId) ?? '[]') });
}
