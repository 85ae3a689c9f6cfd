import type { SignOutRequest, SignOutResponse } from '@parley/proto/useradmin/v1/joining';
import type { Call } from '@parley/rpc';
import { audit } from '../../../kernel/audit.ts';
import type { Ctx } from '../../context.ts';
import { deleteSession, findSession } from '../../db/sessions.ts';

/** The browser is signed out; one that was not stays so. */
export async function signOut(
  ctx: Ctx,
  { tokenSha256 }: SignOutRequest,
  call: Call,
): Promise<SignOutResponse> {
  await ctx.db.tx(async (tx) => {
    const session = await findSession(tx, tokenSha256);
    if (!session) return;
    const { userId, sessionId } = session;
    await deleteSession(tx, userId, sessionId);
    await audit(tx, { ...call, principal: { userId } }, { action: 'user.signed_out', userId });
  });
  return {};
}
