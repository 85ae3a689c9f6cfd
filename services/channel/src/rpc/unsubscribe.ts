import type { UnsubscribeRequest, UnsubscribeResponse } from '@parley/proto/channel/v1/channel';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { unsubscribing } from '../subscribing/unsubscribe.ts';

/** Unsubscribes people from channels. A name nobody may know of refuses the whole request. */
export async function unsubscribe(
  ctx: Ctx,
  request: UnsubscribeRequest,
  call: Call,
): Promise<UnsubscribeResponse> {
  ctx.writeGuard.check();
  return unsubscribing(ctx, request, call);
}
