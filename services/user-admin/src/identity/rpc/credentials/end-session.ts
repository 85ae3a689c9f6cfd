import { errors } from '@parley/core';
import type { EndSessionRequest, EndSessionResponse } from '@parley/proto/useradmin/v1/joining';
import type { Call } from '@parley/rpc';
import { audit } from '../../../kernel/audit.ts';
import { requireCaller } from '../../../kernel/caller.ts';
import type { Ctx } from '../../context.ts';
import { deleteSession } from '../../db/sessions.ts';

/** One of the caller's browsers is signed out from afar. @throws BAD_REQUEST, UNAUTHORIZED */
export async function endSession(
  ctx: Ctx,
  { sessionId }: EndSessionRequest,
  call: Call,
): Promise<EndSessionResponse> {
  await ctx.db.tx(async (tx) => {
    const caller = await requireCaller(tx, call);
    if (!(await deleteSession(tx, caller.userId, sessionId))) throw errors.badRequest('No such session');
    await audit(tx, call, { action: 'user.session_ended', userId: caller.userId, details: { sessionId } });
  });
  return {};
}
