import type { Scope } from '@parley/facts';
import type { RemoveWebPushRequest, RemoveWebPushResponse } from '@parley/proto/notify/v1/notify';
import type { Ctx } from '../context.ts';
import { removeSubscription } from '../db/web-push.ts';

/** Deletes a push subscription of the caller. Succeeds when it does not exist. */
export async function removeWebPush(
  ctx: Ctx,
  { endpoint }: RemoveWebPushRequest,
  scope: Scope,
): Promise<RemoveWebPushResponse> {
  const { userId } = await scope.caller();
  await removeSubscription(ctx.db, userId, endpoint);
  return {};
}
