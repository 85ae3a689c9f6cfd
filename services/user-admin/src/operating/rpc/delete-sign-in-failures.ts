import type {
  DeleteSignInFailuresRequest,
  DeleteSignInFailuresResponse,
} from '@parley/proto/useradmin/v1/operators';
import { requireOperator } from '@parley/rpc';
import { deleteFailures } from '../../access/db/failed-sign-ins.ts';
import { accountKeysOf, factorKeyOf } from '../../access/signing-in/attempt-keys.ts';
import { audit } from '../../kernel/audit.ts';
import type { DbScope } from '../../kernel/scope.ts';
import { requirePersonByEmail } from '../../people/person-by-email.ts';
import type { Ctx } from '../../scim/context.ts';

/**
 * Deletes the counted failed sign-ins of a person, including wrong second factors, so that the person can sign in again at
 * once. Keeps the failures of network addresses, because they also count attempts on other accounts. So a person whose network
 * address has too many failures must still wait.
 * @throws BAD_REQUEST when the address is unknown or belongs to a system bot
 */
export async function deleteSignInFailures(
  _ctx: Ctx,
  { email }: DeleteSignInFailuresRequest,
  scope: DbScope,
): Promise<DeleteSignInFailuresResponse> {
  requireOperator(scope.call);
  return scope.write(async (tx) => {
    const { userId, deliveryEmail } = await requirePersonByEmail(tx, email);
    await deleteFailures(tx, ...accountKeysOf(deliveryEmail), factorKeyOf(userId));
    await audit(tx, { action: 'user.sign_in_unlocked', userId });
    return { userId };
  });
}
