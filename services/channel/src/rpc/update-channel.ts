import { errors } from '@parley/core';
import { confirmed, requireCaller } from '@parley/directory';
import {
  type SetDefaultChannelRequest,
  type SetDefaultChannelResponse,
  UpdateChannelRequest,
  type UpdateChannelResponse,
} from '@parley/proto/channel/v1/administration';
import type { Call } from '@parley/rpc';
import { accessChannel } from '../access.ts';
import { applyChange, nameTaken } from '../changing/apply.ts';
import { planChange } from '../changing/plan.ts';
import type { Ctx } from '../context.ts';
import { isAdministrator } from '../domain/permissions.ts';

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

/** Makes a channel a default one for newcomers, or no longer; administrators only. */
export async function setDefaultChannel(
  ctx: Ctx,
  { channelId, isDefault }: SetDefaultChannelRequest,
  call: Call,
): Promise<SetDefaultChannelResponse> {
  await confirmed(async (options) => {
    const caller = await requireCaller(ctx, call, options);
    if (!isAdministrator(caller)) {
      throw errors.administratorRequired();
    }
    const { row } = await accessChannel(ctx, channelId, [], call, options);
    if (isDefault && row.isPrivate) throw errors.badRequest('Private channels cannot be made default.');
  });
  const request = UpdateChannelRequest.create({ channelId, isDefaultStream: isDefault });
  await updateChannel(ctx, request, call);
  return {};
}
