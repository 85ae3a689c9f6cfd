import type { EraseUserRequest, EraseUserResponse } from '@parley/proto/notify/v1/erasing';
import type { Ctx } from '../context.ts';
import { deletePerson } from '../db/erasing.ts';

/** Deletes the devices and the pending notifications of a person. Only `user-admin` calls it. It may be repeated. */
export async function eraseUser(ctx: Ctx, { userId, email }: EraseUserRequest): Promise<EraseUserResponse> {
  return { devices: await ctx.db.tx((tx) => deletePerson(tx, userId, email)) };
}
