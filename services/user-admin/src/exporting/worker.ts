/**
 * Makes exports of the organization (docs/operations/export.md) and of one person's data. Every replica polls for pending
 * exports. One replica takes an export with a lease. When that replica crashes, another one starts the export again. One
 * transaction ends the export, emits the event (only for the organization) and queues the message to the requester. So the
 * event and the message occur once, whichever attempt ends the export.
 */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { backoff, ParleyError, rest } from '@parley/core';
import { backgroundCall, type Call } from '@parley/rpc';
import { effectiveUserSettings } from '@parley/settings';
import { textsIn } from '@parley/texts';
import { type BackgroundWorker, backgroundWorker } from '../kernel/background-worker.ts';
import { findUser, listSystemBots } from '../kernel/db/people.ts';
import { findUserSettings, listConsentingUsers } from '../kernel/db/user-settings.ts';
import { pollInterval } from '../kernel/poll-interval.ts';
import { createDbScope, type TxScope } from '../kernel/scope.ts';
import { lockOrganization } from '../organization/db/organization.ts';
import { announceExports } from './announce-exports.ts';
import { exportEntries } from './contents/entries.ts';
import { personEntries } from './contents/person.ts';
import { createSource } from './contents/source.ts';
import type { Ctx } from './context.ts';
import {
  endExport,
  expiredExports,
  markExportDeleted,
  postponeExport,
  renewExport,
  storeCounts,
  takeExport,
} from './db/exports.ts';
import { type ExportKind, type ExportRow, exportTypes, lifetimeDays } from './domain/rules.ts';
import { type Entry, tar } from './domain/tar.ts';
import { type AttemptOutcome, createExportTelemetry, type ExportTelemetry } from './telemetry.ts';

const intervalMs = 1_000;
/** Duration of the lease after its last renewal, in milliseconds. During this time no other replica takes the export. */
const leaseMs = 30_000;
const renewMs = 5_000;
/** Time limit of one attempt, in milliseconds. */
const attemptMs = 6 * 3_600_000;
/**
 * An export fails permanently after `maxFailures` errors, or after `maxAttempts` attempts. Interrupted attempts count as attempts,
 * because what interrupts them may be the export itself, for example by exhausting the memory of the process.
 */
const maxFailures = 5;
const maxAttempts = 20;
const retryDelay = { baseMs: 2_000, maxMs: 300_000 };
const dayMs = 24 * 3_600_000;

export function createExportWorker(ctx: Ctx): BackgroundWorker {
  const telemetry = createExportTelemetry(ctx.registry);
  return backgroundWorker((signal) => run(ctx, telemetry, signal));
}

async function run(ctx: Ctx, telemetry: ExportTelemetry, signal: AbortSignal): Promise<void> {
  const pauseAfter = pollInterval(intervalMs);
  while (!signal.aborted) {
    let hasFound = false;
    try {
      for (const kind of ['person', 'organization'] as const) {
        const job = ctx.config.exportMaxBytes > 0 ? await takeExport(ctx.db, kind, leaseMs) : undefined;
        hasFound ||= job !== undefined;
        const outcome = job && (await finishExport(ctx, job, signal));
        if (outcome) telemetry.attempted(outcome);
        await deleteExpired(ctx, kind, signal);
      }
    } catch (error) {
      ctx.logger.warn({ err: error }, 'the pending export could not be taken; retrying at the next interval');
    }
    await rest(pauseAfter(hasFound), signal).catch(() => undefined);
  }
}

/**
 * Makes the export of an attempt. After a failure, schedules a retry or ends the export as failed. Ends it as failed without an
 * attempt if there were `maxAttempts` before.
 * @returns undefined when this replica is stopping, or when another replica has taken the export
 */
async function finishExport(
  ctx: Ctx,
  job: ExportRow,
  signal: AbortSignal,
): Promise<AttemptOutcome | undefined> {
  if (job.attempts > maxAttempts) {
    ctx.logger.error(
      { id: job.exportId },
      'an export has failed, because all of its attempts failed or were interrupted',
    );
    await end(ctx, job, backgroundCall({ signal }), { hasFailed: true, counts: {} });
    return 'failed';
  }
  const lost = new AbortController();
  const renewal = setInterval(() => {
    // Ignores a failed renewal, because the next one comes long before the lease ends.
    renewExport(ctx.db, job, leaseMs).then(
      (isHeld) => isHeld || lost.abort(),
      () => undefined,
    );
  }, renewMs);
  const call = backgroundCall({ timeoutMs: attemptMs, signal: AbortSignal.any([signal, lost.signal]) });
  try {
    const counts: Record<string, number> = {};
    const sizeBytes = await storeArchive(ctx, job, call, counts);
    await end(ctx, job, call, { hasFailed: false, counts });
    ctx.logger.info({ id: job.exportId, sizeBytes }, 'an export is complete');
    return 'finished';
  } catch (error) {
    if (signal.aborted || lost.signal.aborted) {
      await postponeExport(ctx.db, job, { delayMs: 0, isFailure: false });
      return undefined;
    }
    const isFinal =
      job.failures + 1 >= maxFailures ||
      job.attempts >= maxAttempts ||
      (error instanceof ParleyError && error.code === 'PAYLOAD_TOO_LARGE');
    ctx.logger.warn({ err: error, id: job.exportId, isFinal }, 'an attempt to make an export failed');
    if (isFinal) {
      await end(ctx, job, backgroundCall({ signal }), { hasFailed: true, counts: {} });
      return 'failed';
    }
    await postponeExport(ctx.db, job, { delayMs: backoff(job.failures, retryDelay), isFailure: true });
    return 'retried';
  } finally {
    clearInterval(renewal);
  }
}

/** The needed memory does not depend on the size of the archive. */
async function storeArchive(
  ctx: Ctx,
  job: ExportRow,
  call: Call,
  counts: Record<string, number>,
): Promise<number> {
  const request = {
    exportId: job.exportId,
    attempt: job.attempts,
    maxBytes: ctx.config.exportMaxBytes,
    // Expires one day after this service deletes the archive. So only an archive that is missing in the list expires this way.
    expiresAtMs: Date.now() + (lifetimeDays + 1) * dayMs,
  };
  const modifiedAt = Math.floor(Date.now() / 1000);
  const { response } = await ctx.rpc.files.storeExport(request, call, (to) =>
    pipeline(Readable.from(tar(entriesOf(ctx, job, call, counts), modifiedAt)), createGzip(), to, {
      end: false,
      signal: call.signal,
    }),
  );
  return response.sizeBytes;
}

async function* entriesOf(
  ctx: Ctx,
  job: ExportRow,
  call: Call,
  counts: Record<string, number>,
): AsyncGenerator<Entry> {
  const scope = createDbScope(ctx, call);
  const none = { consentingUserIds: [], hasAllPrivateData: false };
  if (job.kind === 'person') yield* personEntries(createSource(ctx, scope, none), job, counts);
  else {
    const withConsent = job.exportType === exportTypes.withConsent;
    const consenting = withConsent ? await listConsentingUsers(ctx.db) : [];
    const hasAllPrivateData = job.exportType === exportTypes.withoutConsent;
    const since = Math.floor((job.since ?? 0) / 1_000);
    const source = createSource(ctx, scope, { consentingUserIds: consenting, hasAllPrivateData, since });
    yield* exportEntries(source, job);
  }
}

/** Ends the export of an attempt. Does nothing when another attempt has ended or taken it. */
async function end(
  ctx: Ctx,
  job: ExportRow,
  call: Call,
  { hasFailed, counts }: { hasFailed: boolean; counts: Record<string, number> },
): Promise<void> {
  await createDbScope(ctx, call).write(async (tx) => {
    await lockOrganization(tx);
    if (!(await endExport(tx, job, hasFailed))) return;
    if (job.kind === 'person') await storeCounts(tx, job.exportId, counts);
    else await announceExports(ctx, tx);
    await queueMessage(ctx, tx, job, hasFailed);
  });
  ctx.outbox.kick();
}

/** Queues the message that tells the requester that the export has ended. The outbox sends it once, after the commit. */
async function queueMessage(ctx: Ctx, tx: TxScope, job: ExportRow, hasFailed: boolean): Promise<void> {
  if (job.requesterId === null) return;
  const requester = await findUser(tx, job.requesterId);
  const bots = await listSystemBots(tx);
  const sender = bots.find(({ deliveryEmail }) => deliveryEmail.startsWith('notification-bot@'));
  if (!requester?.isActive || !sender) return;
  const settings = effectiveUserSettings(await findUserSettings(tx, requester.userId));
  const { exports, personExports } = textsIn(settings.default_language as string).conversations;
  const texts = job.kind === 'person' ? personExports : exports;
  const content = hasFailed ? texts.failed : texts.finished;
  const message = { sendKey: randomUUID(), fromUserId: sender.userId, toUserId: requester.userId, content };
  await ctx.outbox.queue(tx, { message });
}

async function deleteExpired(ctx: Ctx, kind: ExportKind, signal: AbortSignal): Promise<void> {
  for (const { exportId } of await expiredExports(ctx.db, kind, lifetimeDays)) {
    await ctx.rpc.upload.deleteExportArchive({ exportId }, backgroundCall({ signal }));
    await createDbScope(ctx, backgroundCall({ signal })).write(async (tx) => {
      await lockOrganization(tx);
      const isFirst = await markExportDeleted(tx, { kind, exportId });
      if (isFirst && kind === 'organization') await announceExports(ctx, tx);
    });
  }
}
