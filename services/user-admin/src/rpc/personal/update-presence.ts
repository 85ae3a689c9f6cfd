import { errors } from '@parley/core';
import type { UpdatePresenceRequest, UpdatePresenceResponse } from '@parley/proto/useradmin/v1/personal';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../../context.ts';

/** Days of presence told without a wish (specification, register). */
const defaultHistoryDays = 14;

const nothing = Buffer.from('{}');

/**
 * The caller is there; who else is, as far as it changed. Asks no database: the gateway has seen that the caller
 * is an active account, and who hides their presence is left out when pings are written.
 */
export async function updatePresence(
  ctx: Ctx,
  { isActive, pingOnly, slimPresence, lastUpdateId, historyLimitDays }: UpdatePresenceRequest,
  call: Call,
): Promise<UpdatePresenceResponse> {
  if (!call.principal) throw errors.unauthorized();
  ctx.presence.ping(call.principal.userId, isActive);
  if (pingOnly) return { fieldsJson: nothing };
  const answer = ctx.presence.answer({
    lastUpdateId: lastUpdateId ?? -1,
    // Who sends an update ID knows the modern format only.
    slim: slimPresence || lastUpdateId !== undefined,
    historyDays: historyLimitDays || defaultHistoryDays,
  });
  return { fieldsJson: Buffer.from(answer) };
}
