import { jsonBytes } from '@parley/core';
import type { GetOwnUserRequest, GetOwnUserResponse } from '@parley/proto/useradmin/v1/user_admin';
import type { Call } from '@parley/rpc';
import { requireCaller } from '../../../kernel/caller.ts';
import type { Ctx } from '../../context.ts';
import { listProfileData } from '../../db/profile-values.ts';
import { presentOwnUser } from '../../domain/present-user.ts';

/** The caller as GET /users/me shows them (contract, `get-own-user`). @throws UNAUTHORIZED */
export async function getOwnUser(
  ctx: Ctx,
  _request: GetOwnUserRequest,
  call: Call,
): Promise<GetOwnUserResponse> {
  const caller = await requireCaller(ctx.db, call);
  const profileOf = await listProfileData(ctx.db, [caller.userId]);
  return { userJson: jsonBytes(presentOwnUser(caller, profileOf(caller.userId))) };
}
