import { ParleyError, retry } from '@parley/core';
import { emitAll } from '@parley/db';
import { type FollowedEvent, startWorker, type Worker, type WorkerLog } from '@parley/event-log';
import { createScope } from '@parley/facts';
import { backgroundCall } from '@parley/rpc';
import type { MessageId, UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { removeAddressesOf } from '../db/channel-addresses.ts';
import { peopleShown, type Read, withdrawFromAll, withdrawFromReaders } from '../db/phone-pushes.ts';
import { insertRemoval } from '../db/phone-removals.ts';
import { removeAllPhones } from '../db/phones.ts';
import { removeSubscriptionsOf } from '../db/web-push.ts';
import { deviceRemoved } from '../events/phones.ts';
import { findStillUnread } from '../facts/unread.ts';

/** Time limit of the lookups about one event, in milliseconds. After it, they are retried. */
const lookUpWithinMs = 60_000;
const retrying = { baseMs: 200, maxMs: 10_000 };

/**
 * Starts the worker that removes notifications from phones. It withdraws a notification when its message is read, deleted, or
 * moved to where the person may not read it. It also deletes the phones of people whose API key was revoked or whose account
 * was deactivated, and when all access of an account has ended also browsers and mail addresses of channels. All effects are
 * idempotent.
 */
export function startFollowingPhones(ctx: Ctx, log: WorkerLog): Worker {
  const reads: Read[] = [];
  return startWorker(log, {
    name: 'notify-phones',
    from: 'head',
    facts: [
      'messagesRead',
      'messagesDeleted',
      'messagesMoved',
      'apiKeyRevoked',
      'accessEnded',
      'userChanged',
    ],
    handle(event, signal) {
      // Reads are much more frequent than the other events. They are collected, so that one statement handles many of them.
      if (event.factKind !== 'messagesRead') return handle(ctx, event, signal);
      const read = readOf(event);
      if (read) reads.push(read);
      return undefined;
    },
    async flush() {
      const pending = reads.slice();
      if (pending.length > 0) await withdrawFromReaders(ctx.db, pending);
      reads.splice(0, pending.length);
    },
  });
}

function readOf({ fact, committedAtUs }: FollowedEvent): Read | undefined {
  if (fact?.$case !== 'messagesRead') return undefined;
  const { userId, messageIds, all } = fact.messagesRead;
  return all ? { userId, sentUntil: new Date(Math.ceil(committedAtUs / 1000)) } : { userId, messageIds };
}

async function handle(ctx: Ctx, event: FollowedEvent, signal: AbortSignal): Promise<void> {
  const { fact } = event;
  switch (fact?.$case) {
    case 'messagesDeleted':
      await withdrawFromAll(ctx.db, fact.messagesDeleted.messageIds);
      return;
    case 'messagesMoved': {
      const { messageIds } = fact.messagesMoved;
      // Retries while a service does not answer. Otherwise the worker would set the event aside as one that always fails.
      return retry(() => withdrawUnreadable(ctx, event, messageIds, signal), {
        ...retrying,
        signal,
        retryable: (error) => error instanceof ParleyError && error.status >= 500,
        onRetry: (err) =>
          ctx.logger.warn({ err, eventId: event.id }, 'notifications were not withdrawn; retrying'),
      });
    }
    case 'apiKeyRevoked':
      return forgetPhones(ctx, fact.apiKeyRevoked.userId);
    case 'accessEnded':
      return endAccess(ctx, fact.accessEnded.userId, new Date(event.committedAtUs / 1000));
    case 'userChanged': {
      const { user } = fact.userChanged;
      if (user && !user.isActive) await forgetPhones(ctx, user.userId);
    }
  }
}

/** Withdraws the notifications of moved messages from people who may not read the messages any more. */
async function withdrawUnreadable(
  ctx: Ctx,
  { sequence }: FollowedEvent,
  messageIds: readonly MessageId[],
  signal: AbortSignal,
): Promise<void> {
  const shown = await peopleShown(ctx.db, messageIds);
  if (shown.size === 0) return;
  await ctx.factCache.follower.waitFor(sequence, signal);
  const scope = createScope(ctx.factCache, backgroundCall({ timeoutMs: lookUpWithinMs, signal }));
  const unread = await findStillUnread(ctx, shown, scope);
  for (const [userId, ids] of shown) {
    const gone = ids.filter((messageId) => !unread.get(userId)?.has(messageId));
    if (gone.length > 0) await withdrawFromReaders(ctx.db, [{ userId, messageIds: gone }]);
  }
}

/** Deletes all phones of a person, and stores that the forwarding service must forget them. */
async function forgetPhones(ctx: Ctx, userId: UserId): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const gone = await removeAllPhones(tx, userId);
    if (gone.length === 0) return;
    if (ctx.phones.forwarder) await insertRemoval(tx, userId);
    const deviceIds = gone.filter(({ kind }) => kind === 'device').map(({ phoneId }) => phoneId);
    await emitAll(
      tx,
      deviceIds.map((deviceId) => deviceRemoved(userId, deviceId)),
    );
  });
}

/**
 * Deletes what gives access to contents or lets others write: phones, browsers that get push messages, and mail addresses of
 * channels that the person made, or whose messages have the person as their sender. What was made after `endedAt` stays, because the
 * person has made it with new credentials.
 */
async function endAccess(ctx: Ctx, userId: UserId, endedAt: Date): Promise<void> {
  await forgetPhones(ctx, userId);
  await ctx.db.tx(async (tx) => {
    await removeSubscriptionsOf(tx, userId, endedAt);
    await removeAddressesOf(tx, userId, endedAt);
  });
}
