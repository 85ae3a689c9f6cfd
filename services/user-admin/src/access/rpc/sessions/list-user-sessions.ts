import type { ListUserSessionsRequest, ListUserSessionsResponse } from '@parley/proto/useradmin/v1/keys';
import type { DbScope } from '../../../kernel/scope.ts';
import { administeredPerson } from '../../../people/administered-person.ts';
import type { Ctx } from '../../context.ts';
import { listSessions } from '../../db/sessions.ts';

/**
 * Returns the browser sessions of another person. Only administrators may call it.
 * @throws BAD_REQUEST when the caller is not an administrator, or no such person exists; UNAUTHORIZED_PRINCIPAL when the person
 * is an owner and the caller is not
 */
export async function listUserSessions(
  _ctx: Ctx,
  { userId }: ListUserSessionsRequest,
  scope: DbScope,
): Promise<ListUserSessionsResponse> {
  return scope.transaction(async (tx) => {
    const person = await administeredPerson(tx, userId);
    return { sessions: await listSessions(tx, person.userId) };
  });
}
