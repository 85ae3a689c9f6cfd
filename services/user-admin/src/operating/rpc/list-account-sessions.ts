import type {
  ListAccountSessionsRequest,
  ListAccountSessionsResponse,
} from '@parley/proto/useradmin/v1/operators';
import { requireOperator } from '@parley/rpc';
import { listSessions } from '../../access/db/sessions.ts';
import type { DbScope } from '../../kernel/scope.ts';
import { requirePersonByEmail } from '../../people/person-by-email.ts';
import type { Ctx } from '../../scim/context.ts';

/**
 * Returns the browser sessions of a person, newest first.
 * @throws BAD_REQUEST when the address is unknown or belongs to a system bot
 */
export async function listAccountSessions(
  _ctx: Ctx,
  { email }: ListAccountSessionsRequest,
  scope: DbScope,
): Promise<ListAccountSessionsResponse> {
  requireOperator(scope.call);
  const { userId } = await requirePersonByEmail(scope, email);
  return { sessions: await listSessions(scope, userId) };
}
