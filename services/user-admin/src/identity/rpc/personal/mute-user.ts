import { errors } from '@parley/core';
import { emit } from '@parley/db';
import type { MuteUserRequest, MuteUserResponse } from '@parley/proto/useradmin/v1/personal';
import type { Call } from '@parley/rpc';
import { changeOwn } from '../../../kernel/change-own.ts';
import { readRealm } from '../../../kernel/db/realm.ts';
import { noSuchUser } from '../../../kernel/domain/authority.ts';
import { resolveReference } from '../../../kernel/references.ts';
import type { Ctx } from '../../context.ts';
import { insertMutedUser, listMutedUsers } from '../../db/personal.ts';
import { mutedUsersChanged } from '../../events/personal.ts';

const maxMuted = 5_000;

/**
 * Mutes somebody whom the caller sees (contract, `mute-user`). @throws BAD_REQUEST for oneself, and for those who
 * are muted already
 */
export async function muteUser(ctx: Ctx, request: MuteUserRequest, call: Call): Promise<MuteUserResponse> {
  return changeOwn(ctx, call, async (tx, caller) => {
    const { userId } = caller;
    if (request.userId === userId) throw errors.badRequest('Cannot mute self');
    const realm = await readRealm(tx, ctx.config);
    const reference = { user: { $case: 'userId' as const, userId: request.userId } };
    const target = await resolveReference(tx, realm, caller, reference);
    if (!target.isActive) throw noSuchUser();
    if (!(await insertMutedUser(tx, userId, target.userId))) throw errors.badRequest('User already muted');
    const muted = await listMutedUsers(tx, userId);
    if (muted.length > maxMuted) throw errors.badRequest(`At most ${maxMuted} people can be muted.`);
    await emit(tx, mutedUsersChanged(userId, muted));
    return {};
  });
}
