import type { CheckNewAvatarRequest, CheckNewAvatarResponse } from '@parley/proto/useradmin/v1/people';
import type { DbScope } from '../../kernel/scope.ts';
import { requireChangeableAvatar } from '../change-account.ts';
import type { Ctx } from '../context.ts';

/**
 * Checks that the caller may have a new avatar. The gateway calls it before it stores the image, so that no image is stored
 * that nobody shows.
 * @throws BAD_REQUEST when the organization does not permit new pictures and the caller is not an administrator
 */
export async function checkNewAvatar(
  _ctx: Ctx,
  _request: CheckNewAvatarRequest,
  scope: DbScope,
): Promise<CheckNewAvatarResponse> {
  await requireChangeableAvatar(scope, await scope.caller());
  return {};
}
