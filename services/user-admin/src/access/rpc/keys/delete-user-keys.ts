import { errors } from '@parley/core';
import type { DeleteUserKeysRequest, DeleteUserKeysResponse } from '@parley/proto/useradmin/v1/keys';
import { audit } from '../../../kernel/audit.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import { administeredAccount } from '../../../people/administered-account.ts';
import type { Ctx } from '../../context.ts';
import { endNamedKeys } from '../../keys/end-keys.ts';
import { endApiKey } from '../../keys/replace-api-key.ts';

/**
 * Ends one or all API keys of an account that the caller may administer. The account's own key is replaced, and the new one is not
 * returned.
 * @throws the errors of `administeredAccount`; BAD_REQUEST for an unknown key
 */
export async function deleteUserKeys(
  ctx: Ctx,
  { userId, keyId }: DeleteUserKeysRequest,
  scope: DbScope,
): Promise<DeleteUserKeysResponse> {
  return scope.write(async (tx) => {
    await administeredAccount(tx, userId);
    const ended = keyId === 0 ? [] : await endNamedKeys(tx, userId, keyId);
    await audit(tx, ...ended.map((key) => ({ action: 'user.api_key_deleted', userId, details: { ...key } })));
    if (keyId !== undefined && keyId !== 0) {
      if (ended.length === 0) throw errors.badRequest('No such API key');
      return { count: ended.length };
    }
    await endApiKey(ctx, tx, userId);
    return { count: ended.length + 1 };
  });
}
