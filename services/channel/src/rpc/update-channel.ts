import { errors } from '@parley/core';
import { confirmed } from '@parley/directory';
import type { UpdateChannelRequest, UpdateChannelResponse } from '@parley/proto/channel/v1/administration';
import type { Call } from '@parley/rpc';
import { applyChange, nameTaken } from '../changing/apply.ts';
import { planChange } from '../changing/plan.ts';
import type { Ctx } from '../context.ts';

/** Times a request is decided anew because another one changed the same channel in between. */
const maxAttempts = 5;

/** Changes what is given of a channel, all or nothing. */
export async function updateChannel(
  ctx: Ctx,
  request: UpdateChannelRequest,
  call: Call,
): Promise<UpdateChannelResponse> {
  ctx.writeGuard.check();
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const plan = await confirmed((options) => planChange(ctx, request, call, options));
    try {
      if (await ctx.db.tx((tx) => applyChange(tx, plan, call.traceparent))) return {};
    } catch (error) {
      throw nameTaken(error);
    }
    ctx.telemetry.decidedAgain();
  }
  throw errors.unavailable();
}
