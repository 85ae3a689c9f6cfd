import { errors } from '@parley/core';
import type { VerifySessionRequest, VerifySessionResponse } from '@parley/proto/useradmin/v1/joining';
import { requireActiveOrganization } from '../../../kernel/caller.ts';
import { findUser } from '../../../kernel/db/people.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { findSession, touchSession } from '../../db/sessions.ts';

/** Returns the person of a browser session. @throws UNAUTHORIZED for an unknown or ended session; REALM_DEACTIVATED */
export async function verifySession(
  _ctx: Ctx,
  { tokenSha256 }: VerifySessionRequest,
  scope: DbScope,
): Promise<VerifySessionResponse> {
  const session = await findSession(scope, tokenSha256);
  const person = session && (await findUser(scope, session.userId));
  if (!session || !person) throw errors.unauthorized();
  await requireActiveOrganization(scope);
  if (!person.isActive) throw errors.userDeactivated();
  await touchSession(scope, session.sessionId);
  return { userId: session.userId, sessionId: session.sessionId, language: session.language ?? '' };
}
