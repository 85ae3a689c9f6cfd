import { errors } from '@parley/core';
import type { EraseUserRequest, EraseUserResponse } from '@parley/proto/useradmin/v1/erasing';
import { isOfOperator } from '@parley/rpc';
import type { DbScope } from '../../kernel/scope.ts';
import { requireRole } from '../../organization/settings/administer.ts';
import type { Ctx } from '../context.ts';
import { erasePerson } from '../erase-person.ts';

/**
 * Starts to erase a person, and a worker completes it in the background. Only owners and operators may call it. An owner cannot
 * erase themselves.
 * @throws BAD_REQUEST when the account cannot be erased (`erasePerson`) or is the caller's own, UNAUTHORIZED_PRINCIPAL for a
 * person who is not an owner
 */
export async function eraseUser(
  _ctx: Ctx,
  request: EraseUserRequest,
  scope: DbScope,
): Promise<EraseUserResponse> {
  const isOperator = isOfOperator(scope.call);
  const erasureId = await scope.write(async (tx) => {
    const caller = isOperator ? undefined : await tx.caller();
    if (caller) requireRole(caller, 'owners');
    if (caller?.userId === request.userId) throw errors.badRequest('Another owner has to erase you.');
    return erasePerson(tx, request, caller?.userId);
  });
  return { erasureId };
}
