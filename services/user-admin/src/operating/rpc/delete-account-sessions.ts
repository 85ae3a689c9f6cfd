import type {
  DeleteAccountSessionsRequest,
  DeleteAccountSessionsResponse,
} from '@parley/proto/useradmin/v1/operators';
import { requireOperator } from '@parley/rpc';
import { listSessions } from '../../access/db/sessions.ts';
import { endSessionsOf } from '../../access/sessions/end-sessions.ts';
import { audit } from '../../kernel/audit.ts';
import type { DbScope } from '../../kernel/scope.ts';
import { requirePersonByEmail } from '../../people/person-by-email.ts';
import type { Ctx } from '../../scim/context.ts';

/**
 * Ends all browser sessions of a person. A dry run only returns their number.
 * @throws BAD_REQUEST when the address is unknown or belongs to a system bot
 */
export async function deleteAccountSessions(
  _ctx: Ctx,
  { email, dryRun }: DeleteAccountSessionsRequest,
  scope: DbScope,
): Promise<DeleteAccountSessionsResponse> {
  requireOperator(scope.call);
  return scope.transaction(async (tx) => {
    const { userId } = await requirePersonByEmail(tx, email);
    const count = (await listSessions(tx, userId)).length;
    if (!dryRun) await endSessionsOf(tx, userId);
    if (!dryRun && count > 0) {
      await audit(tx, { action: 'user.sessions_ended', userId, details: { count } });
    }
    return { userId, count };
  });
}
