import { errors, errorText } from '@parley/core';
import { emit } from '@parley/db';
import type { MuteUserRequest, MuteUserResponse } from '@parley/proto/useradmin/v1/personal';
import { resolveReference } from '../../../guest-visibility/find-visible-person.ts';
import { changeOwnData } from '../../../kernel/change-own-data.ts';
import { noSuchUser } from '../../../kernel/domain/authority.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { insertMutedUser, listMutedUsers } from '../../db/personal.ts';
import { mutedUsersChanged } from '../../events/personal.ts';

const maxMuted = 5_000;

/**
 * Mutes a person for the caller.
 * @throws BAD_REQUEST for the caller, for a person who is deactivated or whom the caller may not see, for one who is already
 * muted, and for too many muted people
 */
export async function muteUser(
  _ctx: Ctx,
  request: MuteUserRequest,
  scope: DbScope,
): Promise<MuteUserResponse> {
  return changeOwnData(scope, async (tx, caller) => {
    const { userId } = caller;
    if (request.userId === userId) throw errors.badRequest('Cannot mute self');
    const reference = { user: { $case: 'userId' as const, userId: request.userId } };
    const target = await resolveReference(tx, caller, reference);
    if (!target.isActive) throw noSuchUser();
    if (!(await insertMutedUser(tx, userId, target.userId))) throw errors.badRequest('User already muted');
    const muted = await listMutedUsers(tx, userId);
    if (muted.length > maxMuted)
      throw errors.badRequest(errorText('At most {limit} people can be muted.', { limit: maxMuted }));
    await emit(tx, mutedUsersChanged(userId, muted));
    return {};
  });
}
