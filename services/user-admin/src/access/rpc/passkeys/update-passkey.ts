import { errors } from '@parley/core';
import type { UpdatePasskeyRequest, UpdatePasskeyResponse } from '@parley/proto/useradmin/v1/second_factors';
import { audit } from '../../../kernel/audit.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { renamePasskey } from '../../db/second-factors.ts';
import { checkFactorName } from '../../domain/factor-name.ts';

/** Renames a passkey of the caller. @throws BAD_REQUEST when the name is invalid, or the caller has no such passkey */
export async function updatePasskey(
  _ctx: Ctx,
  { passkeyId, name }: UpdatePasskeyRequest,
  scope: DbScope,
): Promise<UpdatePasskeyResponse> {
  const checkedName = checkFactorName(name);
  await scope.write(async (tx) => {
    const { userId } = await tx.caller();
    const from = await renamePasskey(tx, userId, passkeyId, checkedName);
    if (from === undefined) throw errors.badRequest('No such passkey');
    const details = { passkeyId, from, to: checkedName };
    await audit(tx, { action: 'user.passkey_renamed', userId, details });
  });
  return {};
}
