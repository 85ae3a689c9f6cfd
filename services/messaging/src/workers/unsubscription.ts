import { emitAll } from '@parley/db';
import { type FollowedEvent, startWorker, type Worker, type WorkerLog } from '@parley/event-log';
import { createScope, type Scope } from '@parley/facts';
import { backgroundCall } from '@parley/rpc';
import type { ChannelId, UserId } from '@parley/rules';
import { loadReader } from '../access/reader.ts';
import type { Ctx } from '../context.ts';
import { unreadOfPeriod } from '../db/reading/former-subscription.ts';
import { flagsAdded } from '../events/flags-updated.ts';

/** Starts the worker that handles ended subscriptions. */
export const startUnsubscriptionWorker = (ctx: Ctx, log: WorkerLog): Worker =>
  startWorker(log, {
    name: 'messaging',
    from: 'head',
    facts: ['subscriptionsRemoved'],
    handle: (event, signal) => announceReadAfterUnsubscribing(ctx, event, signal),
  });

/**
 * Emits events that mark messages as read for the clients of people who unsubscribed from channels. The server itself counts no
 * message of such a channel as unread (docs/decisions/unread-messages.md). Nothing is stored, so the worker is idempotent.
 */
async function announceReadAfterUnsubscribing(
  ctx: Ctx,
  { fact }: FollowedEvent,
  signal: AbortSignal,
): Promise<void> {
  if (fact?.$case !== 'subscriptionsRemoved') return;
  const { userIds, channelIds, boundaryMessageId } = fact.subscriptionsRemoved;
  const scope = createScope(ctx.factCache, backgroundCall({ signal }));
  for (const userId of userIds) {
    for (const channelId of channelIds) {
      signal.throwIfAborted();
      await announce(ctx, { userId, channelId, boundary: boundaryMessageId }, scope);
    }
  }
}

type Unsubscription = { userId: UserId; channelId: ChannelId; boundary: number };

async function announce(
  ctx: Ctx,
  { userId, channelId, boundary }: Unsubscription,
  scope: Scope,
): Promise<void> {
  const user = await scope.users.get(userId);
  if (!user) return;
  // The cache may not contain the unsubscription yet, so the owning service is asked.
  const reader = await loadReader(user, scope.askingOwners());
  const ended = reader.histories
    .get(channelId)
    ?.periods.find(({ untilMessageId }) => untilMessageId === boundary);
  if (!ended) return; // No message was sent during the subscription.
  const period = { after: ended.afterMessageId, until: boundary };
  await ctx.db.tx(async (tx) => {
    const messageIds = await unreadOfPeriod(tx, userId, channelId, period);
    await emitAll(tx, flagsAdded({ userId, flag: 'read', traceparent: scope.call.traceparent }, messageIds));
  });
}
