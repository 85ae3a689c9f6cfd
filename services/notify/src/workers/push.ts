import { bestEffort, ParleyError } from '@parley/core';
import { createScope, type NotificationSettings, type Scope, type User } from '@parley/directory';
import type { MissedMessage } from '@parley/proto/messaging/v1/missed';
import { backgroundCall } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import {
  claimDuePushes,
  type DuePush,
  deletePushes,
  folderId,
  forgetSubscription,
  postponePush,
} from '../db/web-push.ts';
import { isStillPermitted } from '../domain/decide.ts';
import { type Activity, judge, lastSeenMs, noActivity } from '../domain/presence.ts';
import { retryDelayMs, urgencyOf } from '../domain/web-push.ts';
import { composePush } from '../push/compose.ts';
import type { Push } from '../push/transport.ts';

/** Pushes per round. */
const batch = 500;
/** How long a claim lasts: longer than the lookups and `sendForMs` and a request together. */
const leaseSeconds = 60;
const lookUpWithinMs = 20_000;
/** Time for the requests of one round. What is left over then is due again at once, so no push service holds up the others. */
const sendForMs = 10_000;
/** Concurrent requests to one push service. */
const perHost = 32;
/** When the pushes to a push service that did not answer are looked at again. */
const pauseMs = 10_000;
/** How long a push is worth sending, also by the push service to a browser that is not connected. */
const lifetimeMs = 3 * 24 * 3_600_000;

/**
 * Sends the pushes that are due. Drops those whose reader has read the message, was there, or does not want them any more. A
 * push is sent at least once: its row is deleted after the push service accepted it, and a repeated one replaces the first.
 * @returns whether more may be due
 */
export async function pushDue(ctx: Ctx, signal: AbortSignal): Promise<boolean> {
  const rows = await claimDuePushes(ctx.db, { limit: batch, leaseSeconds });
  if (rows.length === 0) return false;
  const scope = createScope(ctx.directory, backgroundCall({ timeoutMs: lookUpWithinMs, signal }));
  const ready = await readyAmong(ctx, rows, scope);
  const until = performance.now() + sendForMs;
  const lanes = Map.groupBy(ready, ({ row }) => hostOf(row));
  await Promise.all(Array.from(lanes, ([host, pushes]) => sendTo(ctx, host, pushes, { until, signal })));
  return rows.length === batch;
}

/** A due push and its message. */
type Ready = { row: DuePush; push: Push; address: string };

/** What the decision about a due push depends on. */
type Reader = {
  person: User | undefined;
  settings: NotificationSettings | undefined;
  activity: Activity;
};

/** Returns the pushes that are to be sent now. The others are deleted or postponed. */
async function readyAmong(ctx: Ctx, rows: readonly DuePush[], scope: Scope): Promise<Ready[]> {
  const userIds = [...new Set(rows.map(({ userId }) => userId))];
  const [people, settings, activity, organization] = await Promise.all([
    scope.users.many(userIds),
    scope.notificationSettings(userIds),
    ctx.activity.activityOf(userIds, scope.call),
    scope.settings(),
  ]);
  const ready = await Promise.all(
    Array.from(
      Map.groupBy(rows, ({ userId }) => userId),
      async ([userId, own]) => {
        const reader = {
          person: people.get(userId),
          settings: settings.get(userId),
          activity: activity.get(userId) ?? noActivity,
        };
        const wanted = await wantedAmong(ctx, own, reader);
        const messages = await unreadAmong(ctx, userId, wanted, scope);
        await drop(
          ctx,
          'read',
          wanted.filter(({ messageId }) => !messages.has(messageId)),
        );
        return wanted.flatMap((row): Ready[] => {
          const message = messages.get(row.messageId);
          if (!message || !reader.settings || !reader.person) return [];
          const { publicUrl } = ctx;
          const context = { reason: row.reason, settings: reader.settings, organization, publicUrl };
          const push = {
            userId,
            content: composePush(message, context),
            urgency: urgencyOf(row.reason),
            ttlSeconds: Math.max(0, Math.floor((row.sentAtMs + lifetimeMs - ctx.clock.now()) / 1000)),
          };
          return [{ row, push, address: reader.person.deliveryEmail }];
        });
      },
    ),
  );
  return ready.flat();
}

/** Returns those of a person's pushes that the settings and the person's presence want now. */
async function wantedAmong(
  ctx: Ctx,
  rows: readonly DuePush[],
  { person, settings, activity }: Reader,
): Promise<DuePush[]> {
  const nowMs = ctx.clock.now();
  const times = { nowMs, idleMs: ctx.idleMs };
  const seenAtMs = lastSeenMs(activity, times);
  const dropped = { unwanted: [] as DuePush[], gone: [] as DuePush[], expired: [] as DuePush[] };
  const seen: DuePush[] = [];
  const wanted: DuePush[] = [];
  for (const row of rows) {
    if (row.subscriptionId !== folderId && row.endpoint === null) dropped.gone.push(row);
    else if (nowMs - row.sentAtMs > lifetimeMs) dropped.expired.push(row);
    else if (!person?.isActive || !settings || !isStillPermitted(row.reason, settings, 'push'))
      dropped.unwanted.push(row);
    else if (settings.pushWhileActive) wanted.push(row);
    else {
      const verdict = judge(row.sentAtMs, seenAtMs, times);
      if (verdict === 'seen') seen.push(row);
      else if (verdict === 'notify') wanted.push(row);
      else await postponePush(ctx.db, row.pushId, { dueAt: new Date(verdict.waitUntilMs), wasTried: false });
    }
  }
  await drop(ctx, 'gone', dropped.gone);
  await drop(ctx, 'expired', dropped.expired);
  await drop(ctx, 'unwanted', dropped.unwanted);
  await drop(ctx, 'seen', seen);
  return wanted;
}

/** Returns the messages that the person may read and has not read, by ID. */
async function unreadAmong(
  ctx: Ctx,
  userId: number,
  wanted: readonly DuePush[],
  { call }: Scope,
): Promise<Map<number, MissedMessage>> {
  if (wanted.length === 0) return new Map();
  const messageIds = [...new Set(wanted.map(({ messageId }) => messageId))];
  try {
    const { messages } = await ctx.messaging.getMissedMessages(
      { messageIds },
      { ...call, principal: { userId } },
    );
    return new Map(messages.map((message) => [message.messageId, message]));
  } catch (error) {
    // The account was deactivated a moment ago.
    if (error instanceof ParleyError && error.status < 500) return new Map();
    throw error;
  }
}

type Dropped = 'read' | 'seen' | 'unwanted' | 'gone' | 'expired';

async function drop(ctx: Ctx, outcome: Dropped, rows: readonly DuePush[]): Promise<void> {
  if (rows.length === 0) return;
  await deletePushes(
    ctx.db,
    rows.map(({ pushId }) => pushId),
  );
  ctx.telemetry.pushed(outcome, rows.length);
}

/** Returns the name under which the pushes of a push service wait for each other; empty for the folder. */
const hostOf = ({ endpoint }: DuePush): string => (endpoint === null ? '' : new URL(endpoint).host);

type Round = { until: number; signal: AbortSignal };

/** Sends pushes to one push service, several at a time. */
async function sendTo(ctx: Ctx, host: string, pushes: Ready[], { until, signal }: Round): Promise<void> {
  const waiting = pushes.values();
  const lane = async () => {
    for (const ready of waiting) {
      const isSilent = ctx.silentHosts.isRecent(host, ctx.clock.now());
      if (isSilent || performance.now() > until || signal.aborted) {
        const dueAt = new Date(ctx.clock.now() + (isSilent ? pauseMs : 0));
        await postponePush(ctx.db, ready.row.pushId, { dueAt, wasTried: false });
      } else {
        // The claim expires, and then the push is due again.
        await bestEffort(ctx.logger, 'a push was not sent', () => send(ctx, host, ready));
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(perHost, pushes.length) }, lane));
}

async function send(ctx: Ctx, host: string, { row, push, address }: Ready): Promise<void> {
  const { pushId, subscriptionId, attempts, endpoint, p256dh, auth } = row;
  if (endpoint === null || p256dh === null || auth === null) {
    await ctx.push.write?.(push, address);
    await deletePushes(ctx.db, [pushId]);
    ctx.telemetry.pushed('accepted', 1);
    return;
  }
  const outcome = await ctx.push.send({ endpoint, p256dh, auth }, push);
  const nowMs = ctx.clock.now();
  if (outcome.kind === 'later' && outcome.isSilence) ctx.silentHosts.add(host, nowMs);
  else ctx.silentHosts.remove(host);
  // The address is a secret of the browser; its host is not.
  const about = { host, subscriptionId, pushId, attempts, detail: outcome.detail };
  if (outcome.kind === 'later') {
    const dueAt = new Date(nowMs + retryDelayMs(attempts, outcome.retryAfterMs));
    await postponePush(ctx.db, pushId, { dueAt, wasTried: true });
    ctx.telemetry.pushed('retried', 1);
    ctx.logger.warn(about, 'a push was not accepted; it is sent again later');
    return;
  }
  if (outcome.kind === 'gone') {
    await forgetSubscription(ctx.db, subscriptionId, endpoint);
    ctx.logger.info(about, 'a push service does not know a subscription any more; forgot it');
  } else if (outcome.kind === 'refused') ctx.logger.warn(about, 'a push was refused');
  await deletePushes(ctx.db, [pushId]);
  ctx.telemetry.pushed(outcome.kind, 1);
}
