import { errors } from '@parley/core';
import type { SetAvatarRequest, SetAvatarResponse } from '@parley/proto/useradmin/v1/people';
import { avatarUrl } from '@parley/rules';
import type { DbScope } from '../../kernel/scope.ts';
import { changeAccount, lockExisting, requireChangeableAvatar } from '../change-account.ts';
import type { Ctx } from '../context.ts';

/**
 * Sets the caller's profile picture to an uploaded image, or, with an empty path, to their Gravatar.
 * @throws BAD_REQUEST when the path is invalid, or the organization does not permit new pictures and the caller is not an
 * administrator
 */
export async function setAvatar(
  _ctx: Ctx,
  { path }: SetAvatarRequest,
  scope: DbScope,
): Promise<SetAvatarResponse> {
  if (path !== '' && !/^\/user_avatars\/[\w/.-]{1,200}$/.test(path))
    throw errors.badRequest('Invalid avatar');
  return scope.write(async (tx) => {
    const caller = await lockExisting(tx, (await tx.caller()).userId);
    await requireChangeableAvatar(tx, caller);
    const after = await changeAccount(tx, caller, {
      avatarUrl: path,
      avatarSource: path === '' ? 'G' : 'U',
      avatarVersion: caller.avatarVersion + 1,
    });
    return { avatarUrl: avatarUrl(after) };
  });
}
