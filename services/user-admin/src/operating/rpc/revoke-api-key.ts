import type { RevokeApiKeyRequest, RevokeApiKeyResponse } from '@parley/proto/useradmin/v1/people';
import { requireOperator } from '@parley/rpc';
import { endApiKey } from '../../access/keys/replace-api-key.ts';
import type { DbScope } from '../../kernel/scope.ts';
import { requirePersonByEmail } from '../../people/person-by-email.ts';
import type { Ctx } from '../../scim/context.ts';

/**
 * Replaces the API key of a person. The person can fetch the new key with their password.
 * @throws BAD_REQUEST when the address is unknown or belongs to a system bot
 */
export async function revokeApiKey(
  ctx: Ctx,
  { email }: RevokeApiKeyRequest,
  scope: DbScope,
): Promise<RevokeApiKeyResponse> {
  requireOperator(scope.call);
  return scope.write(async (tx) => {
    const { userId } = await requirePersonByEmail(tx, email);
    await endApiKey(ctx, tx, userId);
    return { userId };
  });
}
