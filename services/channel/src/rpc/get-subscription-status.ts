import { errors } from '@parley/core';
import { confirmed } from '@parley/directory';
import type {
  GetSubscriptionStatusRequest,
  GetSubscriptionStatusResponse,
} from '@parley/proto/channel/v1/reading';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { isSubscribed } from '../db/subscriptions.ts';
import { accessChannel } from '../facts/access.ts';

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
