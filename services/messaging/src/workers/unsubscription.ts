import { emitAll } from '@parley/db';
import { createScope, type Scope } from '@parley/directory';
import { type FollowedEvent, startWorker, type Worker, type WorkerLog } from '@parley/event-log';
import { backgroundCall } from '@parley/rpc';
import { loadReader } from '../access/reader.ts';
import type { Ctx } from '../context.ts';
import { unreadOfPeriod } from '../db/former-subscription.ts';
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
 * Emits events for the clients of people who unsubscribed from channels: no message there is unread any more, as the
 * server counts it from then on (docs/decisions/unread-messages.md). It stores nothing, so it may run again.
 */
async function announceReadAfterUnsubscribing(
  ctx: Ctx,
  { fact }: FollowedEvent,
  signal: AbortSignal,
): Promise<void> {
  if (fact?.$case !== 'subscriptionsRemoved') return;
  const { userIds, channelIds, boundaryMessageId } = fact.subscriptionsRemoved;
  const scope = createScope(ctx.directory, backgroundCall({ signal }));
  for (const userId of userIds) {
    for (const channelId of channelIds) {
      signal.throwIfAborted();
      await announce(ctx, { userId, channelId, boundary: boundaryMessageId }, scope);
    }
  }
}

type Unsubscription = { userId: number; channelId: number; boundary: number };

async function announce(
  ctx: Ctx,
  { userId, channelId, boundary }: Unsubscription,
  scope: Scope,
): Promise<void> {
  const user = await scope.users.get(userId);
  if (!user) return;
  // The owner is asked, because the cache may not contain the unsubscription yet.
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
