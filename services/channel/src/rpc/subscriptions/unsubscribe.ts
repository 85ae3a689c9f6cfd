import type { Scope } from '@parley/facts';
import type { UnsubscribeRequest, UnsubscribeResponse } from '@parley/proto/channel/v1/channel';
import type { Ctx } from '../../context.ts';
import { runUnsubscribe } from '../../subscribing/run-unsubscribe.ts';

/** Unsubscribes people from channels. The whole request fails when the caller may not see one of the channels. */
export async function unsubscribe(
  ctx: Ctx,
  request: UnsubscribeRequest,
  scope: Scope,
): Promise<UnsubscribeResponse> {
  ctx.writeGuard.check();
  return runUnsubscribe(ctx, request, scope);
}
