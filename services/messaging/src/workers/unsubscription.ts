import { emitAll } from '@parley/db';
import { type FollowedEvent, startWorker, type Worker, type WorkerLog } from '@parley/event-log';
import { backgroundCall, type Call } from '@parley/rpc';
import { loadReader } from '../access/reader.ts';
import type { Ctx } from '../context.ts';
import { unreadOfPeriod } from '../db/former-subscription.ts';
import { flagsAdded } from '../events/flags-updated.ts';

/** Follows people who leave channels. */
export const startUnsubscriptionWorker = (ctx: Ctx, log: WorkerLog): Worker =>
  startWorker(log, {
    name: 'messaging',
    from: 'head',
    facts: ['subscriptionsRemoved'],
    handle: (event, signal) => announceReadAfterUnsubscribing(ctx, event, signal),
  });

/**
 * Tells the clients of people who left channels that what was unread there is so no longer, as it is for the server
 * from that moment on (docs/decisions/unread-messages.md). Writes nothing; coming again does no harm.
 */
async function announceReadAfterUnsubscribing(
  ctx: Ctx,
  { fact }: FollowedEvent,
  signal: AbortSignal,
): Promise<void> {
  if (fact?.$case !== 'subscriptionsRemoved') return;
  const { userIds, channelIds, boundaryMessageId } = fact.subscriptionsRemoved;
  const call = backgroundCall({ signal });
  for (const userId of userIds) {
    for (const channelId of channelIds) {
      signal.throwIfAborted();
      await tell(ctx, { userId, channelId, boundary: boundaryMessageId }, call);
    }
  }
}

type Unsubscription = { userId: number; channelId: number; boundary: number };

async function tell(ctx: Ctx, { userId, channelId, boundary }: Unsubscription, call: Call): Promise<void> {
  const user = await ctx.directory.users.get(userId, call);
  if (!user) return;
  // As the owner has it: the cache may not have heard of their leaving yet.
  const reader = await loadReader(ctx, user, call, { confirm: true });
  const left = reader.histories
    .get(channelId)
    ?.periods.find(({ untilMessageId }) => untilMessageId === boundary);
  if (!left) return; // nothing was sent while they were there
  const period = { after: left.afterMessageId, until: boundary };
  await ctx.db.tx(async (tx) => {
    const messageIds = await unreadOfPeriod(tx, userId, channelId, period);
    await emitAll(tx, flagsAdded({ userId, flag: 'read', traceparent: call.traceparent }, messageIds));
  });
}
