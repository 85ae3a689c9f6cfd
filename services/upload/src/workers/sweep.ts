import { lastItem } from '@parley/core';
import { emit } from '@parley/db';
import { backgroundCall } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { deleteAccessEnds } from '../db/access-ends.ts';
import { keepUnlinked, moveUnlinkedBefore, unlinkedFiles } from '../db/attachments.ts';
import { deleteExport, takeExpiredExports } from '../db/exports.ts';
import { deleteOldLinkPreviews } from '../db/link-previews.ts';
import { markContentForDeletion } from '../db/parts.ts';
import { deleteUpload, takeExpired } from '../db/uploads.ts';
import { temporaryUrlMs } from '../domain/temporary-token.ts';
import { unlinkedFilesDue } from '../events/attachments.ts';
import { trimPictures } from '../outside/trim-pictures.ts';
import { scanPending } from '../scanning/scan-files.ts';
import { removeDueBlobs } from '../storage/remove-due-blobs.ts';

const batch = 100;
/** Maximum number of files in one call of messaging. */
const maxDue = 1_000;
/** Maximum number of stored descriptions of linked pages. */
const maxLinkPreviews = 50_000;
/** How long ends of access are kept, in milliseconds: longer than temporary URLs are valid, because clocks of replicas may differ. */
const accessEndsMs = 10 * temporaryUrlMs;
/** Maximum number of ends of access that one sweep deletes. There is at most one of each person. */
const maxAccessEnds = 10_000;

/**
 * Cleans up: expired uploads, expired archives of exports, expired pictures and descriptions of other hosts, old ends of access, blobs to which no
 * row refers, and files to which no message has linked for a long time. It also scans files without a scan result. Any replica
 * may do this at any time. Rows are deleted before their blobs, so that no row refers to a missing blob.
 */
export async function sweep(ctx: Ctx): Promise<void> {
  await endExpiredUploads(ctx);
  await deleteExpiredExports(ctx);
  await trimPictures(ctx, ctx.limits.pictureCacheBytes);
  await removeDueBlobs(ctx);
  await deleteOldLinkPreviews(ctx.db, new Date(ctx.clock.now()), maxLinkPreviews, batch);
  await deleteAccessEnds(ctx.db, new Date(ctx.clock.now() - accessEndsMs), maxAccessEnds);
  await expireUnlinked(ctx, maxDue);
  // The last step, because a scanner that does not answer delays it for minutes.
  await scanPending(ctx);
}

/**
 * Emits the event that deletes files to which no message has linked for a long time. Files to which scheduled messages link are
 * kept; messaging is asked for these. The worker that handles the event has already handled every earlier message. So it also
 * knows messages that were scheduled before, and sent before messaging was asked.
 * @param limit maximum number of files about which messaging is asked
 */
export async function expireUnlinked(ctx: Ctx, limit: number): Promise<void> {
  const now = ctx.clock.now();
  const end = new Date(now - ctx.limits.unlinkedLifetimeMs);
  const due = await unlinkedFiles(ctx.db, end, limit);
  if (due.length === 0) return;
  const folders = due.map(({ pathId }) => folderOf(pathId));
  const answer = await ctx.messaging.findScheduledUploads({ folders }, backgroundCall());
  const scheduled = new Set(answer.folders);
  const isKept = ({ pathId }: { pathId: string }) => scheduled.has(folderOf(pathId));
  const idsOf = (files: typeof due) => files.map(({ attachmentId }) => attachmentId);
  const kept = idsOf(due.filter(isKept));
  const deleted = idsOf(due.filter((file) => !isKept(file)));
  // Messaging was asked about at most `limit` files. The event must not include files after these.
  const before = due.length < limit ? end : lastItem(due).unlinkedSince;
  await ctx.db.tx(async (tx) => {
    if (kept.length > 0) await keepUnlinked(tx, kept, new Date(now));
    if (deleted.length === 0) return;
    // Files after these may have the same time as the last of these.
    await moveUnlinkedBefore(tx, deleted, before);
    await emit(tx, unlinkedFilesDue(before.getTime()));
  });
}

const folderOf = (pathId: string): string => pathId.slice(0, pathId.lastIndexOf('/') + 1);

async function endExpiredUploads(ctx: Ctx): Promise<void> {
  for (;;) {
    const ended = await ctx.db.tx(async (tx) => {
      const uploads = await takeExpired(tx, batch);
      for (const { uploadId, attachmentId } of uploads) {
        await deleteUpload(tx, uploadId);
        // The bytes of a complete upload belong to its file, so they are kept.
        if (attachmentId === null) await markContentForDeletion(tx, uploadId);
      }
      return uploads.length;
    });
    if (ended < batch) return;
  }
}

async function deleteExpiredExports(ctx: Ctx): Promise<void> {
  await ctx.db.tx(async (tx) => {
    for (const { exportId, contentId } of await takeExpiredExports(tx, batch)) {
      await deleteExport(tx, exportId);
      await markContentForDeletion(tx, contentId);
    }
  });
}

export function createSweeper(ctx: Ctx, everyMs: number): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    running = sweep(ctx)
      .catch((err: Error) => ctx.logger.warn({ err }, 'sweeping failed; it is repeated at the next interval'))
      .finally(() => {
        isRunning = false;
      });
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
