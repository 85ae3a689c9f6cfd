import { recordAudit } from '@parley/db';
import { retryOnConflict, type Scope } from '@parley/facts';
import type { UpdateChannelRequest } from '@parley/proto/channel/v1/administration';
import type { Ctx } from '../context.ts';
import type { ChannelRow } from '../db/channels.ts';
import { applyChange, refusalOfTakenName } from './apply-change.ts';
import { changesOfChannel } from './audited-changes.ts';
import { planChange } from './plan-change.ts';

const maxAttempts = 10;

/** @throws the errors of `planChange`; BAD_REQUEST when the new name is taken; UNAVAILABLE after too many attempts */
export async function changeChannel(ctx: Ctx, request: UpdateChannelRequest, scope: Scope): Promise<void> {
  ctx.writeGuard.check();
  await ctx.channelMutex.run(request.channelId, () =>
    retryOnConflict(scope, (current) => decideAndWrite(ctx, request, current), {
      maxAttempts,
      onConflict: ctx.telemetry.conflict,
    }),
  );
}

async function decideAndWrite(
  ctx: Ctx,
  request: UpdateChannelRequest,
  scope: Scope,
): Promise<ChannelRow | undefined> {
  const plan = await scope.confirmed((deciding) => planChange(ctx, request, deciding));
  try {
    return await ctx.db.tx(async (tx) => {
      const row = await applyChange(tx, plan, scope.call.traceparent);
      if (row) await recordAudit(tx, scope.call, changesOfChannel(plan.before, plan.change));
      return row;
    });
  } catch (error) {
    throw refusalOfTakenName(error);
  }
}
