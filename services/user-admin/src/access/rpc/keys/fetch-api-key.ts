import { ParleyError } from '@parley/core';
import type { FetchApiKeyRequest, FetchApiKeyResponse } from '@parley/proto/useradmin/v1/user_admin';
import { auditAs } from '../../../kernel/audit.ts';
import { vouch } from '../../../kernel/proof.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { openApiKey } from '../../keys/open-api-key.ts';
import { withPassword } from '../../passwords/with-password.ts';
import { missingFactorOf } from '../../signing-in/continue-sign-in.ts';
import { auditFailedSignIn } from '../../signing-in/failed-sign-in.ts';
import { queueSignInNotice } from '../../signing-in/sign-in-notice.ts';

/**
 * Returns the API key of an account for its password. Programs that call this cannot ask for a second factor, so accounts that
 * need one are refused.
 * @throws AUTHENTICATION_FAILED for a wrong name or password, or when the directory's person may not have an account; BAD_REQUEST
 * when the directory's address is invalid or the organization does not permit it; RATE_LIMIT_HIT after too many failures of the
 * account or network address; USER_DEACTIVATED when the account is deactivated; REALM_DEACTIVATED when the organization is
 * deactivated; PASSWORD_AUTH_DISABLED when nobody may sign in with a password; SECOND_FACTOR_REQUIRED when the account needs a
 * second factor; UNAVAILABLE while too many people sign in, or when the LDAP directory does not answer
 */
export async function fetchApiKey(
  ctx: Ctx,
  request: FetchApiKeyRequest,
  scope: DbScope,
): Promise<FetchApiKeyResponse> {
  const response = await withPassword(ctx, scope, request, async (tx, person) => {
    if ((await missingFactorOf(tx, person, false)) !== 'nothing') {
      await auditFailedSignIn(tx, { person, reason: 'factor' });
      return undefined;
    }
    await queueSignInNotice(ctx, tx, person);
    const { userId } = person;
    await auditAs(tx, userId, { action: 'user.api_key_fetched', userId, details: { method: 'password' } });
    return {
      apiKey: await openApiKey(ctx, tx, vouch(tx, 'sign-in', 'api-key', userId)),
      email: person.deliveryEmail,
      userId,
    };
  });
  if (!response) {
    throw new ParleyError(
      'SECOND_FACTOR_REQUIRED',
      'This account needs a second factor, which this program cannot ask for. Please sign in with a browser.',
    );
  }
  ctx.outbox.kick();
  ctx.telemetry.signedIn(response.userId);
  return response;
}
