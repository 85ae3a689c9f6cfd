import type { FetchApiKeyRequest, FetchApiKeyResponse } from '@parley/proto/useradmin/v1/user_admin';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { withPassword } from '../../credentials/with-password.ts';

/** The API key of whoever knows the account's password (contract, `fetch-api-key`). */
export async function fetchApiKey(
  ctx: Ctx,
  request: FetchApiKeyRequest,
  call: Call,
): Promise<FetchApiKeyResponse> {
  const response = await withPassword(ctx, request, call, async (_tx, person, { apiKeySealed }) => ({
    apiKey: ctx.sealer.open(apiKeySealed, person.userId),
    email: person.deliveryEmail,
    userId: person.userId,
  }));
  ctx.telemetry.signedIn(response.userId);
  return response;
}
