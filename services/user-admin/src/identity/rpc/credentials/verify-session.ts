import { errors } from '@parley/core';
import type { VerifySessionRequest, VerifySessionResponse } from '@parley/proto/useradmin/v1/joining';
import { findUser } from '../../../kernel/db/people.ts';
import type { Ctx } from '../../context.ts';
import { findSession, touchSession } from '../../db/sessions.ts';

/** Whose browser it is. @throws UNAUTHORIZED without a living session, USER_DEACTIVATED */
export async function verifySession(
  ctx: Ctx,
  { tokenSha256 }: VerifySessionRequest,
): Promise<VerifySessionResponse> {
  const session = await findSession(ctx.db, tokenSha256);
  const person = session && (await findUser(ctx.db, session.userId));
  if (!session || !person) throw errors.unauthorized();
  if (!person.isActive) throw errors.userDeactivated();
  await touchSession(ctx.db, session.sessionId);
  return { userId: session.userId, sessionId: session.sessionId };
}
