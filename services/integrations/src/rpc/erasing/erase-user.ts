import type { EraseUserRequest, EraseUserResponse } from '@parley/proto/integrations/v1/integrations';
import type { Ctx } from '../../context.ts';
import { deleteAccount } from '../../db/erasing.ts';

/**
 * Deletes the webhooks and deliveries of a bot, and the deliveries of messages that the account has sent. Idempotent. Checks no permission,
 * because only the service `user-admin` calls this.
 */
export async function eraseUser(ctx: Ctx, { userId }: EraseUserRequest): Promise<EraseUserResponse> {
  return { deliveries: await ctx.db.tx((tx) => deleteAccount(tx, userId)) };
}
