import type { EraseUserRequest, EraseUserResponse } from '@parley/proto/channel/v1/erasing';
import type { Ctx } from '../../context.ts';
import { erasePersonalRows } from '../../db/erasing.ts';

/** docs/operations/people-rights.md. Only `user-admin` calls it. Idempotent. Checks no permission. */
export async function eraseUser(ctx: Ctx, { userId }: EraseUserRequest): Promise<EraseUserResponse> {
  ctx.writeGuard.check();
  return { personalItems: await ctx.db.tx((tx) => erasePersonalRows(tx, userId)) };
}
