import { errors } from '@parley/core';
import type { DeleteNamedKeyRequest, DeleteNamedKeyResponse } from '@parley/proto/useradmin/v1/keys';
import { audit } from '../../../kernel/audit.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { endNamedKeys } from '../../keys/end-keys.ts';

/**
 * Deletes a named API key of the caller. All replicas of the gateway refuse the key within a second.
 * @throws BAD_REQUEST when the caller has no such key
 */
export async function deleteNamedKey(
  _ctx: Ctx,
  { keyId }: DeleteNamedKeyRequest,
  scope: DbScope,
): Promise<DeleteNamedKeyResponse> {
  await scope.write(async (tx) => {
    const { userId } = await tx.caller();
    const [key] = await endNamedKeys(tx, userId, keyId);
    if (!key) throw errors.badRequest('No such API key');
    await audit(tx, { action: 'user.api_key_deleted', userId, details: { ...key } });
  });
  return {};
}
