import { errors } from '@parley/core';
import type { DevFetchApiKeyRequest, DevFetchApiKeyResponse } from '@parley/proto/useradmin/v1/user_admin';
import { emailKey } from '@parley/rules';
import { auditAs } from '../../../kernel/audit.ts';
import { requireActiveOrganization } from '../../../kernel/caller.ts';
import { findUserByEmail } from '../../../kernel/db/people.ts';
import { vouch } from '../../../kernel/proof.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { findCredentials } from '../../db/credentials.ts';
import { openApiKey } from '../../keys/open-api-key.ts';
import { wrongCredentials } from '../../signing-in/attempt-keys.ts';
import { recordSignIn } from '../../signing-in/first-sign-in.ts';

/**
 * Returns the API key of an account without asking for a password. Only development servers permit this.
 * @throws BAD_REQUEST on other servers; AUTHENTICATION_FAILED for an unknown account; REALM_DEACTIVATED
 */
export async function devFetchApiKey(
  ctx: Ctx,
  { username }: DevFetchApiKeyRequest,
  scope: DbScope,
): Promise<DevFetchApiKeyResponse> {
  if (!ctx.config.isDevelopment) throw errors.badRequest('DevAuthBackend not enabled.');
  const person = await findUserByEmail(scope, emailKey(username));
  const credentials = person && (await findCredentials(scope, person.userId));
  if (!person || !credentials || person.isSystemBot) throw wrongCredentials();
  await requireActiveOrganization(scope);
  if (!person.isActive) throw errors.userDeactivated();
  const { userId } = person;
  return scope.transaction(async (tx) => {
    if (person.awaitsSignIn) await recordSignIn(tx, person);
    await auditAs(tx, userId, { action: 'user.api_key_fetched', userId, details: { method: 'development' } });
    const apiKey = await openApiKey(ctx, tx, vouch(tx, 'development', 'api-key', userId));
    return { apiKey, email: person.deliveryEmail, userId };
  });
}
