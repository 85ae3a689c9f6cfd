import { bestEffort } from '@parley/core';
import { createScope, type Scope } from '@parley/facts';
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
import { Pace, sendingLimits } from '../domain/pace.ts';
import { retryDelayMs, urgencyOf } from '../domain/web-push.ts';
import { composePush } from '../push/compose.ts';
import type { Push } from '../push/transport.ts';
import { type DropReason, lifetimeMs, sortDuePushes } from './due-pushes.ts';
import { type Round, runRounds } from './rounds.ts';
import { RowBatch } from './row-batch.ts';

/** Duration of a claim in seconds. It is longer than the lookups, `sendForMs` and one request together. */
const leaseSeconds = 60;
const lookUpWithinMs = 20_000;
/** Milliseconds for the requests of one round. The rest is due again, so that a slow push service delays no other. */
const sendForMs = 10_000;
const perHost = 16;
/** Maximum number of ended pushes of a round whose rows are not deleted yet. After a crash, these pushes may be sent again. */
const unstored = 200;
/** Delay of the pushes to a push service that did not answer, in milliseconds. */
const pauseMs = 10_000;

/**
 * Sends the pushes that are due. Drops a push when its reader has read the message, was active, or has turned off such pushes.
 * A push is sent at least once, because its row is deleted after the push service has accepted it. A repeated push replaces the
 * first one.
 * @param pace limits how many pushes are sent per second; the caller passes the same object to each call
 * @returns false, because nothing more is due
 */
export async function pushDue(
  ctx: Ctx,
  signal: AbortSignal,
  pace = new Pace(sendingLimits),
): Promise<boolean> {
  await runRounds(() => prepare(ctx, signal, pace.batch), { pace, clock: ctx.clock, signal });
  return false;
}

async function prepare(ctx: Ctx, signal: AbortSignal, batch: number): Promise<Round | undefined> {
  const rows = await claimDuePushes(ctx.db, { limit: batch, leaseSeconds });
  if (rows.length === 0) return undefined;
  const scope = createScope(ctx.factCache, backgroundCall({ timeoutMs: lookUpWithinMs, signal }));
  const ready = await readyAmong(ctx, rows, scope);
  return {
    rows: rows.length,
    hasMore: rows.length === batch,
    run: () => sendAll(ctx, ready, signal),
  };
}

async function sendAll(ctx: Ctx, ready: readonly Ready[], signal: AbortSignal): Promise<void> {
  const until = performance.now() + sendForMs;
  const done = new RowBatch((ids) => deletePushes(ctx.db, ids), unstored);
  const lanes = Map.groupBy(ready, ({ row }) => hostOf(row));
  await Promise.all(
    Array.from(lanes, ([host, pushes]) => sendTo(ctx, host, pushes, { until, signal, done })),
  );
  await done.flush();
}

/** A due push with its reader's mail address, which only development uses: there, pushes are written to a folder. */
type Ready = { row: DuePush; push: Push; address: string };

/** Returns the pushes that are to be sent now. Deletes or postpones the others. */
async function readyAmong(ctx: Ctx, rows: readonly DuePush[], scope: Scope): Promise<Ready[]> {
  const gone = rows.filter((row) => row.subscriptionId !== folderId && row.endpoint === null);
  await drop(ctx, 'gone', gone);
  const reachable = rows.filter((row) => !gone.includes(row));
  const { ready, dropped, postponed, organization } = await sortDuePushes(ctx, reachable, scope);
  for (const [reason, unwanted] of dropped) await drop(ctx, reason, unwanted);
  for (const { row, dueAt } of postponed) await postponePush(ctx.db, row.pushId, { dueAt, wasTried: false });
  return ready.map(({ row, message, person, settings }) => ({
    row,
    push: {
      userId: row.userId,
      content: composePush(message, { reason: row.reason, settings, organization, publicUrl: ctx.publicUrl }),
      urgency: urgencyOf(row.reason),
      ttlSeconds: Math.max(0, Math.floor((row.sentAtMs + lifetimeMs - ctx.clock.now()) / 1000)),
    },
    address: person.deliveryEmail,
  }));
}

async function drop(ctx: Ctx, outcome: DropReason | 'gone', rows: readonly DuePush[]): Promise<void> {
  if (rows.length === 0) return;
  await deletePushes(
    ctx.db,
    rows.map(({ pushId }) => pushId),
  );
  ctx.telemetry.pushed('web', outcome, rows.length);
}

/** Returns the host of the push service, by which pushes are grouped; empty for a push that is written to a folder. */
const hostOf = ({ endpoint }: DuePush): string => (endpoint === null ? '' : new URL(endpoint).host);

/** State of one round of sending. `done` collects pushes that have ended and deletes their rows. */
type Sending = { until: number; signal: AbortSignal; done: RowBatch };

/** Sends pushes to one push service, several concurrently. */
async function sendTo(
  ctx: Ctx,
  host: string,
  pushes: readonly Ready[],
  { until, signal, done }: Sending,
): Promise<void> {
  const waiting = pushes.values();
  const lane = async () => {
    for (const ready of waiting) {
      const isSilent = ctx.silentHosts.isRecent(host, ctx.clock.now());
      if (isSilent || performance.now() > until || signal.aborted) {
        const dueAt = new Date(ctx.clock.now() + (isSilent ? pauseMs : 0));
        await postponePush(ctx.db, ready.row.pushId, { dueAt, wasTried: false });
      } else {
        // After an unexpected error the push is due again when its claim expires.
        await bestEffort(ctx.logger, 'a push was not sent', () => send(ctx, host, ready, done));
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(perHost, pushes.length) }, lane));
}

async function send(ctx: Ctx, host: string, { row, push, address }: Ready, done: RowBatch): Promise<void> {
  const { pushId, subscriptionId, attempts, endpoint, p256dh, auth } = row;
  if (endpoint === null || p256dh === null || auth === null) {
    await ctx.push.write?.(push, address);
    await done.add([pushId]);
    ctx.telemetry.pushed('web', 'accepted', 1);
    return;
  }
  const outcome = await ctx.push.send({ endpoint, p256dh, auth }, push);
  const nowMs = ctx.clock.now();
  if (outcome.kind === 'later' && outcome.isUnanswered) ctx.silentHosts.add(host, nowMs);
  else ctx.silentHosts.remove(host);
  // Logs only the host, because the complete endpoint is a secret of the browser.
  const about = { host, subscriptionId, pushId, attempts, detail: outcome.detail };
  if (outcome.kind === 'later') {
    const dueAt = new Date(nowMs + retryDelayMs(attempts, outcome.retryAfterMs));
    await postponePush(ctx.db, pushId, { dueAt, wasTried: true });
    ctx.telemetry.pushed('web', 'retried', 1);
    ctx.logger.warn(about, 'a push was not accepted; it is sent again later');
    return;
  }
  if (outcome.kind === 'gone') {
    await forgetSubscription(ctx.db, subscriptionId, endpoint);
    ctx.logger.info(about, 'a push service does not know a subscription any more; forgot it');
  } else if (outcome.kind === 'refused') ctx.logger.warn(about, 'a push was refused');
  await done.add([pushId]);
  ctx.telemetry.pushed('web', outcome.kind, 1);
}
