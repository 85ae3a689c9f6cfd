import { jsonBytes } from '@parley/core';
import type { GetOwnUserRequest, GetOwnUserResponse } from '@parley/proto/useradmin/v1/user_admin';
import type { DbScope } from '../../kernel/scope.ts';
import { listProfileData } from '../../people/db/profile-values.ts';
import { presentOwnUser } from '../../people/domain/present-user.ts';
import type { Ctx } from '../context.ts';

/** Returns the caller's account in the form of the API endpoint `GET /users/me`. */
export async function getOwnUser(
  _ctx: Ctx,
  _request: GetOwnUserRequest,
  scope: DbScope,
): Promise<GetOwnUserResponse> {
  const caller = await scope.caller();
  const profileOf = await listProfileData(scope, [caller.userId]);
  return { userJson: jsonBytes(presentOwnUser(caller, profileOf(caller.userId))) };
}
