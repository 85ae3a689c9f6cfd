import { errors } from '@parley/core';
import type { EndSessionRequest, EndSessionResponse } from '@parley/proto/useradmin/v1/joining';
import { audit } from '../../../kernel/audit.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { endSessionOf } from '../../sessions/end-sessions.ts';

export async function endSession(
  _ctx: Ctx,
  { sessionId }: EndSessionRequest,
  scope: DbScope,
): Promise<EndSessionResponse> {
  await scope.transaction(async (tx) => {
    const caller = await tx.caller();
    if (!(await endSessionOf(tx, caller.userId, sessionId))) throw errors.badRequest('No such session');
    await audit(tx, { action: 'user.session_ended', userId: caller.userId, details: { sessionId } });
  });
  return {};
}
