import { bestEffort } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { UserId } from '@parley/rules';
import { loadReader, loadUnreadScope, restrictReader } from '../access/reader.ts';
import type { Ctx } from '../context.ts';
import { visibilityOfScope } from '../domain/reading/unread-scope.ts';
import { markMessagesRead } from '../reading/mark-messages-read.ts';
import type { SendTarget } from '../sending/send-target.ts';

/** A sent message, and the recipients who muted its sender. */
export type MutedMessage = { id: number; target: SendTarget; mutingUserIds: readonly UserId[] };

/** Marks a message as read for recipients who muted its sender (docs/api/users-and-groups.md#muted-users). */
export async function markReadForMuting(
  ctx: Ctx,
  { id, target, mutingUserIds }: MutedMessage,
  scope: Scope,
): Promise<void> {
  if (mutingUserIds.length === 0) return;
  const channelIds = target.kind === 'channel' ? [target.channel.channelId] : [];
  await bestEffort(ctx.logger, 'a message of a muted person was not marked as read', async () => {
    const people = await scope.users.many(mutingUserIds);
    for (const user of people.values()) {
      const reader = restrictReader(await loadReader(user, scope), channelIds);
      const unreadScope = await loadUnreadScope(reader, scope);
      // Only direct messages and messages of subscribed channels can be unread, so nothing else has to be visible here.
      const visibility = visibilityOfScope(unreadScope);
      const { traceparent } = scope.call;
      await markMessagesRead(ctx.db, {
        userId: user.userId,
        unreadScope,
        visibility,
        ids: [id],
        traceparent,
      });
    }
  });
}
