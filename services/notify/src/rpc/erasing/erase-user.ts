import type { EraseUserRequest, EraseUserResponse } from '@parley/proto/notify/v1/erasing';
import type { Ctx } from '../../context.ts';
import { deletePerson } from '../../db/erasing.ts';

/** Idempotent. Checks no permission, because only `user-admin` calls this. */
export async function eraseUser(ctx: Ctx, { userId, email }: EraseUserRequest): Promise<EraseUserResponse> {
  return { devices: await ctx.db.tx((tx) => deletePerson(tx, userId, email)) };
}
