import { errors, errorText } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { UpdateFlagsRequest, UpdateFlagsResponse } from '@parley/proto/messaging/v1/reading';
import { limits } from '@parley/rules';
import { loadReader } from '../../access/reader.ts';
import type { Ctx } from '../../context.ts';
import { parseFlag, parseFlagOp } from '../../domain/changing/flags.ts';
import { changeFlags } from '../../reading/change-flags.ts';

/** Sets or clears a flag of the caller on messages by ID. */
export async function updateFlags(
  ctx: Ctx,
  request: UpdateFlagsRequest,
  scope: Scope,
): Promise<UpdateFlagsResponse> {
  ctx.writeGuard.check();
  const change = { op: parseFlagOp(request.op), flag: parseFlag(request.flag) };
  if (request.messageIds.length > limits.flaggedMessages) {
    throw errors.badRequest(
      errorText('Too many messages (maximum {limit}).', { limit: limits.flaggedMessages }),
    );
  }
  return await scope.confirmed(async (scope) => {
    const reader = await loadReader(await scope.caller(), scope);
    return await changeFlags(ctx, reader, request.messageIds, change, scope);
  });
}
