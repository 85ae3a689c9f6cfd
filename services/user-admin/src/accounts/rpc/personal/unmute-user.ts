import { errors } from '@parley/core';
import { emit } from '@parley/db';
import type { UnmuteUserRequest, UnmuteUserResponse } from '@parley/proto/useradmin/v1/personal';
import { changeOwnData } from '../../../kernel/change-own-data.ts';
import { findUser } from '../../../kernel/db/people.ts';
import { noSuchUser } from '../../../kernel/domain/authority.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { deleteMutedUser, listMutedUsers } from '../../db/personal.ts';
import { mutedUsersChanged } from '../../events/personal.ts';

/** Unmutes a person, who may be deactivated. @throws BAD_REQUEST when the person is unknown, a system bot or not muted */
export async function unmuteUser(
  _ctx: Ctx,
  request: UnmuteUserRequest,
  scope: DbScope,
): Promise<UnmuteUserResponse> {
  return changeOwnData(scope, async (tx, { userId }) => {
    const target = await findUser(tx, request.userId);
    if (!target || target.isSystemBot) throw noSuchUser();
    if (!(await deleteMutedUser(tx, userId, target.userId))) throw errors.badRequest('User is not muted');
    await emit(tx, mutedUsersChanged(userId, await listMutedUsers(tx, userId)));
    return {};
  });
}
