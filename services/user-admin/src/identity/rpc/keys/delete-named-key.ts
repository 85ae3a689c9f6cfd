import { errors } from '@parley/core';
import { emit } from '@parley/db';
import type { DeleteNamedKeyRequest, DeleteNamedKeyResponse } from '@parley/proto/useradmin/v1/keys';
import { audit } from '../../../kernel/audit.ts';
import type { Scope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { deleteNamedKey as deleteKey } from '../../db/named-keys.ts';
import { apiKeyRevoked } from '../../events/people.ts';

/**
 * Deletes a named API key of the caller. All replicas of the gateway refuse the key within a second.
 * @throws BAD_REQUEST when the caller has no such key; UNAUTHORIZED, USER_DEACTIVATED
 */
export async function deleteNamedKey(
  _ctx: Ctx,
  { keyId }: DeleteNamedKeyRequest,
  scope: Scope,
): Promise<DeleteNamedKeyResponse> {
  await scope.write(async (tx) => {
    const { userId } = await tx.caller();
    const name = await deleteKey(tx, userId, keyId);
    if (name === undefined) throw errors.badRequest('No such API key');
    await emit(tx, apiKeyRevoked(userId));
    await audit(tx, { action: 'user.api_key_deleted', userId, details: { keyId, name } });
  });
  return {};
}
