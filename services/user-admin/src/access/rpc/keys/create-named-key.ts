import { errors } from '@parley/core';
import type { CreateNamedKeyRequest, CreateNamedKeyResponse } from '@parley/proto/useradmin/v1/keys';
import { prove } from '../../../kernel/proof.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { checkFactorName } from '../../domain/factor-name.ts';
import { createKey } from '../../keys/create-named-key.ts';

/**
 * Creates a named API key for the caller, and returns it.
 * @throws BAD_REQUEST when the scope is missing, the name is invalid, or the caller has too many keys; the errors of `prove`
 */
export async function createNamedKey(
  _ctx: Ctx,
  { name, scope: keyScope, expiresInSeconds }: CreateNamedKeyRequest,
  scope: DbScope,
): Promise<CreateNamedKeyResponse> {
  if (!keyScope) throw errors.badRequest('The scope of the API key is missing.');
  const checkedName = checkFactorName(name);
  return scope.write(async (tx) => {
    const userId = await prove(tx, 'api-key', (await tx.caller()).userId);
    const lifeSeconds = expiresInSeconds === 0 ? null : expiresInSeconds;
    return createKey(tx, { userId, name: checkedName, scope: keyScope, lifeSeconds });
  });
}
