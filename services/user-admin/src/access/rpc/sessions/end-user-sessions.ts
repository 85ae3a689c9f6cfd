import { errors } from '@parley/core';
import type { EndUserSessionsRequest, EndUserSessionsResponse } from '@parley/proto/useradmin/v1/keys';
import { audit } from '../../../kernel/audit.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import { administeredPerson } from '../../../people/administered-person.ts';
import type { Ctx } from '../../context.ts';
import { endSessionOf, endSessionsOf } from '../../sessions/end-sessions.ts';

/**
 * Ends one browser session of another person; with `sessionId` 0, all of them. Only administrators may call it.
 * @throws BAD_REQUEST when the caller is not an administrator, or no such person or session exists; UNAUTHORIZED_PRINCIPAL when
 * the person is an owner and the caller is not
 */
export async function endUserSessions(
  _ctx: Ctx,
  { userId, sessionId }: EndUserSessionsRequest,
  scope: DbScope,
): Promise<EndUserSessionsResponse> {
  return scope.transaction(async (tx) => {
    await administeredPerson(tx, userId);
    const count =
      sessionId === 0 ? await endSessionsOf(tx, userId) : Number(await endSessionOf(tx, userId, sessionId));
    if (sessionId !== 0 && count === 0) throw errors.badRequest('No such session');
    if (count > 0) {
      const details = { count, ...(sessionId !== 0 && { sessionId }) };
      await audit(tx, { action: 'user.sessions_ended', userId, details });
    }
    return { count };
  });
}
