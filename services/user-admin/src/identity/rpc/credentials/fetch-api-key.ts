import type { FetchApiKeyRequest, FetchApiKeyResponse } from '@parley/proto/useradmin/v1/user_admin';
import type { Scope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { withPassword } from '../../credentials/with-password.ts';

/**
 * Returns the API key of an account in exchange for its password.
 * @throws AUTHENTICATION_FAILED, RATE_LIMIT_HIT, USER_DEACTIVATED
 */
export async function fetchApiKey(
  ctx: Ctx,
  request: FetchApiKeyRequest,
  scope: Scope,
): Promise<FetchApiKeyResponse> {
  const response = await withPassword(ctx, scope, request, async (_tx, person, { apiKeySealed }) => ({
    apiKey: ctx.sealer.open(apiKeySealed, person.userId),
    email: person.deliveryEmail,
    userId: person.userId,
  }));
  ctx.telemetry.signedIn(response.userId);
  return response;
}
