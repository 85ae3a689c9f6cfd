import { errors } from '@parley/core';
import { emit } from '@parley/db';
import type { UnmuteUserRequest, UnmuteUserResponse } from '@parley/proto/useradmin/v1/personal';
import type { Call } from '@parley/rpc';
import { changeOwn } from '../../../kernel/change-own.ts';
import { findUser } from '../../../kernel/db/people.ts';
import { noSuchUser } from '../../../kernel/domain/authority.ts';
import type { Ctx } from '../../context.ts';
import { deleteMutedUser, listMutedUsers } from '../../db/personal.ts';
import { mutedUsersChanged } from '../../events/personal.ts';

/**
 * Somebody is muted no longer, also when they have left (contract, `unmute-user`).
 * @throws BAD_REQUEST, UNAUTHORIZED
 */
export async function unmuteUser(
  ctx: Ctx,
  request: UnmuteUserRequest,
  call: Call,
): Promise<UnmuteUserResponse> {
  return changeOwn(ctx, call, async (tx, { userId }) => {
    const target = await findUser(tx, request.userId);
    if (!target || target.isSystemBot) throw noSuchUser();
    if (!(await deleteMutedUser(tx, userId, target.userId))) throw errors.badRequest('User is not muted');
    await emit(tx, mutedUsersChanged(userId, await listMutedUsers(tx, userId)));
    return {};
  });
}
