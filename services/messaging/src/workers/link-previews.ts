/**
 * Adds previews to messages that link to pages (docs/decisions/link-previews.md). Every replica claims due jobs. One
 * transaction appends the previews to the message, deletes the job and emits the event. So a replica that stops in between has
 * added nothing, another replica claims the job later, and no preview is added twice.
 */
import { backoff, externalPicturePath, required } from '@parley/core';
import { emitAll, type Tx } from '@parley/db';
import { WorkPause } from '@parley/event-log';
import { createScope, isOrganizationDeactivated, type Scope } from '@parley/facts';
import { type LinkPreview, linkPreviewHtml } from '@parley/markdown';
import { backgroundCall } from '@parley/rpc';
import type { MessageId } from '@parley/rules';
import {
  type ChannelReader,
  findChannelReaders,
  findSubscribers,
  hasProtectedHistory,
} from '../audience/channel-audience.ts';
import { announceRendering } from '../changing/announce-rendering.ts';
import type { Ctx } from '../context.ts';
import {
  appendHtml,
  endLinkPreviews,
  isLinkPreviewDue,
  type LinkPreviewJob,
  linkPreviewQueue,
  postponeLinkPreviews,
  takeLinkPreviewJobs,
} from '../db/changing/link-previews.ts';
import { findMessage, lockMessage, type StoredMessage } from '../db/stored-message.ts';
import { hasLinkPreviews } from '../rendering/link-previews.ts';
import { type RunningWorker, runUntilStopped } from './run-until-stopped.ts';

/** Maximum number of jobs that one replica works on concurrently. */
const maxConcurrent = 8;
/** Time limit for loading the pages of one message, in milliseconds. It includes waiting in the queue of the upload service. */
const fetchMs = 20_000;
/** How long a claim keeps a job from other replicas, in milliseconds. It is longer than an attempt takes. */
const leaseMs = 60_000;
/** Repeated when a service of ours failed, or the message was moved. A page that cannot be loaded gets no preview. */
const maxAttempts = 8;
const retryDelay = { baseMs: 2_000, maxMs: 300_000 };
/** Interval between two measurements of the queue, in milliseconds. */
const measureMs = 10_000;

/** Every `intervalMs`, or less often while the event log has no new events. */
export const startLinkPreviewWorker = (ctx: Ctx, intervalMs: number): RunningWorker =>
  runUntilStopped((signal) => run(ctx, intervalMs, signal));

async function run(ctx: Ctx, intervalMs: number, signal: AbortSignal): Promise<void> {
  const running = new Set<Promise<void>>();
  const pause = new WorkPause(ctx.factCache.follower, intervalMs, signal);
  let measuredAt = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    try {
      ctx.writeGuard.check();
      for (const job of await takeJobs(ctx, maxConcurrent - running.size)) {
        const task = finishJob(ctx, job, signal).finally(() => running.delete(task));
        running.add(task);
      }
      if (ctx.clock.monotonic() - measuredAt >= measureMs) {
        measuredAt = ctx.clock.monotonic();
        ctx.telemetry.linkPreviewQueue(await linkPreviewQueue(ctx.db));
      }
    } catch (error) {
      ctx.logger.warn(
        { err: error },
        'jobs for previews of links could not be taken; retrying at the next interval',
      );
    }
    await pause.next(running.size > 0 ? 0 : undefined);
  }
  await Promise.all(running);
}

async function takeJobs(ctx: Ctx, limit: number): Promise<LinkPreviewJob[]> {
  if (!(await isLinkPreviewDue(ctx.db)) || (await isOrganizationDeactivated(ctx.factCache))) return [];
  return takeLinkPreviewJobs(ctx.db, limit, leaseMs);
}

/** Works on due jobs once, at most `maxConcurrent`. Tests call this. */
export async function addLinkPreviews(ctx: Ctx): Promise<void> {
  const { signal } = new AbortController();
  const jobs = await takeJobs(ctx, maxConcurrent);
  await Promise.all(jobs.map((job) => finishJob(ctx, job, signal)));
}

/** Works on a job. When this fails, it schedules a retry, or gives up after `maxAttempts`. */
async function finishJob(ctx: Ctx, job: LinkPreviewJob, signal: AbortSignal): Promise<void> {
  try {
    await addPreviews(ctx, job, signal);
  } catch (error) {
    await retryLater(ctx, job, signal, error).catch((err: unknown) => {
      ctx.logger.warn(
        { err, id: job.messageId },
        'a job for previews of links is taken over when its lease ends',
      );
    });
  }
}

async function retryLater(ctx: Ctx, job: LinkPreviewJob, signal: AbortSignal, error: unknown): Promise<void> {
  if (signal.aborted) return postponeLinkPreviews(ctx.db, job, 0);
  const { messageId: id, attempts } = job;
  if (attempts < maxAttempts) {
    ctx.logger.debug({ err: error, id }, 'previews of links failed; retrying later');
    return postponeLinkPreviews(ctx.db, job, backoff(attempts - 1, retryDelay));
  }
  ctx.logger.warn({ err: error, id }, 'a message gets no previews of its links: all attempts failed');
  ctx.telemetry.linkPreviews('abandoned');
  await endLinkPreviews(ctx.db, job);
}

async function addPreviews(ctx: Ctx, job: LinkPreviewJob, signal: AbortSignal): Promise<void> {
  const scope = createScope(ctx.factCache, backgroundCall({ signal, timeoutMs: fetchMs }));
  // The organization may have turned previews off since the message was sent. Then no page is requested.
  const isWanted = hasLinkPreviews(ctx, await scope.settings());
  const found = isWanted ? await Promise.all(job.urls.map((url) => previewOf(ctx, url, scope))) : [];
  const html = found.flatMap((preview) => (preview ? [`\n${linkPreviewHtml(preview)}`] : [])).join('');
  const place = html === '' ? undefined : await findPlace(ctx, job.messageId, scope);
  if (!place) {
    await endLinkPreviews(ctx.db, job);
    ctx.telemetry.linkPreviews('none');
    return;
  }
  ctx.writeGuard.check();
  const isAdded = await ctx.db.tx((tx) => write(ctx, tx, { job, place, html }, scope));
  ctx.telemetry.linkPreviews(isAdded ? 'added' : 'outdated');
}

async function previewOf(ctx: Ctx, url: string, scope: Scope): Promise<LinkPreview | undefined> {
  const { preview } = await required(ctx.upload, 'upload service').getLinkPreview({ url }, scope.call);
  if (!preview) return undefined;
  const picture = externalPicturePath(preview.pictureUrl, ctx.pictureKey);
  return picture === undefined ? undefined : { ...preview, url, picture };
}

/** The channel or conversation of a message, and the people who receive its events. */
type Place = Pick<StoredMessage, 'channelId'> & {
  channel: Parameters<typeof announceRendering>[1]['channel'];
  readers: readonly ChannelReader[] | undefined;
  subscribers: readonly ChannelReader[] | undefined;
};

/** Finds the channel or conversation of a message; undefined when the message or its channel does not exist any more. */
async function findPlace(ctx: Ctx, messageId: MessageId, scope: Scope): Promise<Place | undefined> {
  const message = await findMessage(ctx.db, messageId);
  if (!message) return undefined;
  const { channelId } = message;
  if (channelId === null)
    return { channelId, channel: undefined, readers: undefined, subscribers: undefined };
  const channel = await scope.channels.get(channelId);
  if (!channel) return undefined;
  const readers = hasProtectedHistory(channel) ? await findChannelReaders(ctx, channelId, scope) : undefined;
  const subscribers = readers ?? (await findSubscribers(ctx, channelId, scope));
  return { channelId, channel, readers, subscribers };
}

/** False after an edit, deletion or another replica's work. @throws when the message was moved to another channel */
async function write(
  ctx: Ctx,
  tx: Tx,
  { job, place, html }: { job: LinkPreviewJob; place: Place; html: string },
  scope: Scope,
): Promise<boolean> {
  const message = await lockMessage(tx, job.messageId);
  if (!message || !(await endLinkPreviews(tx, job))) return false;
  if (message.channelId !== place.channelId) throw new Error('The message was moved meanwhile.');
  await appendHtml(tx, message.id, html);
  const at = Math.floor(ctx.clock.now() / 1000);
  const rerendered = { message, ...place, html: message.renderedContent + html, at };
  await emitAll(tx, await announceRendering(tx, rerendered, scope));
  return true;
}
