import { errors } from '@parley/core';
import { confirmed, requireCaller } from '@parley/directory';
import type { UpdateFlagsRequest, UpdateFlagsResponse } from '@parley/proto/messaging/v1/reading';
import type { Call } from '@parley/rpc';
import { limits } from '@parley/rules';
import { loadReader } from '../access/reader.ts';
import type { Ctx } from '../context.ts';
import { parseFlag, parseFlagOp } from '../domain/flags.ts';
import { changeFlags } from '../reading/change-flags.ts';

/** Sets or clears one of the caller's flags on messages. */
export async function updateFlags(
  ctx: Ctx,
  request: UpdateFlagsRequest,
  call: Call,
): Promise<UpdateFlagsResponse> {
  ctx.writeGuard.check();
  const change = { op: parseFlagOp(request.op), flag: parseFlag(request.flag) };
  if (request.messageIds.length > limits.flaggedMessages) {
    throw errors.badRequest(`Too many messages (maximum ${limits.flaggedMessages}).`);
  }
  return await confirmed(async (options) => {
    const reader = await loadReader(ctx, await requireCaller(ctx, call, options), call, options);
    return await changeFlags(ctx, reader, request.messageIds, change, call);
  });
}
