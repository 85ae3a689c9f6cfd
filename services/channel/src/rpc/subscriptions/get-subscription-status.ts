import { errors } from '@parley/core';
import type { Scope } from '@parley/facts';
import type {
  GetSubscriptionStatusRequest,
  GetSubscriptionStatusResponse,
} from '@parley/proto/channel/v1/reading';
import type { Ctx } from '../../context.ts';
import { isSubscribed } from '../../db/subscriptions.ts';
import { accessChannel } from '../../facts/access.ts';

/** Returns whether a user is subscribed to a channel that the caller may see. */
export async function getSubscriptionStatus(
  ctx: Ctx,
  { channelId, userId }: GetSubscriptionStatusRequest,
  scope: Scope,
): Promise<GetSubscriptionStatusResponse> {
  await scope.confirmed(async (deciding) => {
    await accessChannel(ctx, channelId, [], deciding);
    if (!(await deciding.users.get(userId))) throw errors.badRequest('No such user');
  });
  return { isSubscribed: await isSubscribed(ctx.db, channelId, userId) };
}
