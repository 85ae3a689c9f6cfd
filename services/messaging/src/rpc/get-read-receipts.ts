import { errors } from '@parley/core';
import { confirmed } from '@parley/directory';
import type { GetReadReceiptsRequest, GetReadReceiptsResponse } from '@parley/proto/messaging/v1/reading';
import type { Call } from '@parley/rpc';
import { requireReadableMessage } from '../access/message-access.ts';
import type { Ctx } from '../context.ts';
import { findReaders } from '../db/receipts.ts';
import { ownPeriods, periodsInclude } from '../domain/visibility.ts';

/** Returns the people who have read a message and share read receipts, without its sender. */
export async function getReadReceipts(
  ctx: Ctx,
  request: GetReadReceiptsRequest,
  call: Call,
): Promise<GetReadReceiptsResponse> {
  const { enable_read_receipts: enableReadReceipts } = await ctx.directory.organization.settings(call);
  if (!enableReadReceipts) throw errors.badRequest('Read receipts are disabled in this organization.');
  const { message, channel } = await confirmed((options) =>
    requireReadableMessage(ctx, request.messageId, call, options),
  );
  const { userIds } = await ctx.userAdmin.findReceiptSenders(
    { userIds: await findReaders(ctx.db, message.id) },
    call,
  );
  if (!channel) return { userIds };
  const people = await ctx.directory.users.many(userIds, call);
  const isReader = await Promise.all(
    userIds.map(async (userId) => {
      const user = people.get(userId);
      if (!user) return false;
      const histories = await ctx.directory.subscriptions.of(userId, call);
      return periodsInclude(ownPeriods({ user, histories }, channel.channelId, channel), message.id);
    }),
  );
  return { userIds: userIds.filter((_, index) => isReader[index]) };
}
