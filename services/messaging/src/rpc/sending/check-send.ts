import { errors } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { CheckSendRequest, CheckSendResponse } from '@parley/proto/messaging/v1/messaging';
import type { Ctx } from '../../context.ts';
import { resolveSendTarget } from '../../sending/send-target.ts';

/**
 * Checks that the caller may send to a conversation. `integrations` asks before it runs a command there.
 * @throws the errors of `sendMessage` for a place where the caller may not write
 */
export async function checkSend(
  ctx: Ctx,
  { recipient }: CheckSendRequest,
  scope: Scope,
): Promise<CheckSendResponse> {
  if (!recipient) throw errors.missingParameter('to');
  await scope.confirmed(async (facts) => resolveSendTarget(ctx, await facts.caller(), recipient, facts));
  return {};
}
