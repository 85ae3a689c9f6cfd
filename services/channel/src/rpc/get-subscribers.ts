import { errors } from '@parley/core';
import { confirmed } from '@parley/directory';
import {
  type GetSubscribersRequest,
  GetSubscribersResponse,
  type GetSubscriptionStatusRequest,
  type GetSubscriptionStatusResponse,
} from '@parley/proto/channel/v1/reading';
import type { Call } from '@parley/rpc';
import { accessChannel } from '../access.ts';
import type { Ctx } from '../context.ts';
import { isSubscribed, subscriberLists } from '../db/subscriptions.ts';

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

/** Whether a person is subscribed to a channel that the caller may know of. */
export async function getSubscriptionStatus(
  ctx: Ctx,
  { channelId, userId }: GetSubscriptionStatusRequest,
  call: Call,
): Promise<GetSubscriptionStatusResponse> {
  await confirmed(async (options) => {
    await accessChannel(ctx, channelId, [], call, options);
    if (!(await ctx.directory.users.get(userId, call, options))) throw errors.badRequest('No such user');
  });
  return { isSubscribed: await isSubscribed(ctx.db, channelId, userId) };
}
