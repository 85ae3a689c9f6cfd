import { errors } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { GetReadReceiptsRequest, GetReadReceiptsResponse } from '@parley/proto/messaging/v1/reading';
import { requireReadableMessage } from '../../access/message-access.ts';
import type { Ctx } from '../../context.ts';
import { findReaders } from '../../db/read-state/receipts.ts';
import { ownPeriods, periodsInclude } from '../../domain/reading/visibility.ts';

/** Without its sender. In a channel, only people who were subscribed when it was sent and may still read it. */
export async function getReadReceipts(
  ctx: Ctx,
  request: GetReadReceiptsRequest,
  scope: Scope,
): Promise<GetReadReceiptsResponse> {
  const { enable_read_receipts: enableReadReceipts } = await scope.settings();
  if (!enableReadReceipts) throw errors.badRequest('Read receipts are disabled in this organization.');
  const { message, channel } = await scope.confirmed((scope) =>
    requireReadableMessage(ctx, request.messageId, scope),
  );
  const { userIds } = await ctx.userAdmin.findReceiptSenders(
    { userIds: await findReaders(ctx.db, message.id) },
    scope.call,
  );
  if (!channel) return { userIds };
  const people = await scope.users.many(userIds);
  const isReader = await Promise.all(
    userIds.map(async (userId) => {
      const user = people.get(userId);
      if (!user) return false;
      const histories = await scope.subscriptions(userId);
      return periodsInclude(ownPeriods({ user, histories }, channel.channelId, channel), message.id);
    }),
  );
  return { userIds: userIds.filter((_, index) => isReader[index]) };
}
