import type { SignOutRequest, SignOutResponse } from '@parley/proto/useradmin/v1/joining';
import { auditAs } from '../../../kernel/audit.ts';
import type { Scope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { deleteSession, findSession } from '../../db/sessions.ts';

/** Ends a browser session. Does nothing for an unknown session. */
export async function signOut(
  _ctx: Ctx,
  { tokenSha256 }: SignOutRequest,
  scope: Scope,
): Promise<SignOutResponse> {
  await scope.transaction(async (tx) => {
    const session = await findSession(tx, tokenSha256);
    if (!session) return;
    const { userId, sessionId } = session;
    await deleteSession(tx, userId, sessionId);
    await auditAs(tx, userId, { action: 'user.signed_out', userId });
  });
  return {};
}
