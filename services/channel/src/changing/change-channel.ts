import { confirmed } from '@parley/directory';
import type { UpdateChannelRequest } from '@parley/proto/channel/v1/administration';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import type { ChannelRow } from '../db/channels.ts';
import { applyChange, nameTaken } from './apply.ts';
import { decideAnew } from './decide-anew.ts';
import { planChange } from './plan.ts';

/** Times a request is decided anew because another one changed the same channel in between. */
const maxAttempts = 10;

/** Decides and writes; anew when somebody else changed the channel in between. @throws what the plan refuses with */
export async function changeChannel(ctx: Ctx, request: UpdateChannelRequest, call: Call): Promise<void> {
  ctx.writeGuard.check();
  await ctx.channelMutex.run(request.channelId, () =>
    decideAnew(ctx, () => decideAndWrite(ctx, request, call), maxAttempts),
  );
}

async function decideAndWrite(
  ctx: Ctx,
  request: UpdateChannelRequest,
  call: Call,
): Promise<ChannelRow | undefined> {
  const plan = await confirmed((options) => planChange(ctx, request, call, options));
  try {
    return await ctx.db.tx((tx) => applyChange(tx, plan, call.traceparent));
  } catch (error) {
    throw nameTaken(error);
  }
}
