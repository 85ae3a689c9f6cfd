import { errors } from '@parley/core';
import type { RemovePasskeyRequest, RemovePasskeyResponse } from '@parley/proto/useradmin/v1/second_factors';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { deletePasskey } from '../../db/second-factors.ts';
import { removeFactor } from '../../second-factors/remove-factor.ts';

/**
 * Removes a passkey of the caller.
 * @throws BAD_REQUEST when the caller has no such passkey, or it is the last factor and the organization requires one;
 * CONFIRMATION_REQUIRED when the caller has a second factor but has not proven it recently in this session
 */
export async function removePasskey(
  ctx: Ctx,
  { passkeyId }: RemovePasskeyRequest,
  scope: DbScope,
): Promise<RemovePasskeyResponse> {
  await removeFactor(ctx, scope, async (tx, userId) => {
    const name = await deletePasskey(tx, userId, passkeyId);
    if (name === undefined) throw errors.badRequest('No such passkey');
    return { factor: 'passkey', name };
  });
  return {};
}
