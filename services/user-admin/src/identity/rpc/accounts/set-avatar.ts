import { errors } from '@parley/core';
import type { SetAvatarRequest, SetAvatarResponse } from '@parley/proto/useradmin/v1/people';
import type { Call } from '@parley/rpc';
import { avatarUrl } from '@parley/rules';
import { requireCaller } from '../../../kernel/caller.ts';
import { readRealm } from '../../../kernel/db/realm.ts';
import { isAdministrator } from '../../../kernel/domain/authority.ts';
import { changeAccount, lockExisting } from '../../accounts/change-account.ts';
import type { Ctx } from '../../context.ts';

/** The caller's picture is an uploaded one, or their Gravatar again. @throws BAD_REQUEST, UNAUTHORIZED */
export async function setAvatar(
  ctx: Ctx,
  { path }: SetAvatarRequest,
  call: Call,
): Promise<SetAvatarResponse> {
  ctx.writeGuard.check();
  if (path !== '' && !/^\/user_avatars\/[\w/.-]{1,200}$/.test(path))
    throw errors.badRequest('Invalid avatar');
  return ctx.db.tx(async (tx) => {
    const caller = await lockExisting(tx, (await requireCaller(tx, call)).userId);
    const realm = await readRealm(tx, ctx.config);
    if (realm.settings.avatar_changes_disabled && !isAdministrator(caller)) {
      throw errors.badRequest('Avatar changes are disabled in this organization.');
    }
    const after = await changeAccount(tx, realm, call, caller, {
      avatarUrl: path,
      avatarSource: path === '' ? 'G' : 'U',
      avatarVersion: caller.avatarVersion + 1,
    });
    return { avatarUrl: avatarUrl(after, { clientGravatar: false, canSeeEmail: true }) ?? '' };
  });
}
