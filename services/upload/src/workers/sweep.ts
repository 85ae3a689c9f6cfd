import { emit } from '@parley/db';
import { backgroundCall } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { keepUnlinked, unlinkedFiles } from '../db/attachments.ts';
import { deleteExport, takeExpiredExports } from '../db/exports.ts';
import { deleteOldLinkPreviews } from '../db/link-previews.ts';
import { markContentForDeletion } from '../db/parts.ts';
import { deleteUpload, takeExpired } from '../db/uploads.ts';
import { unlinkedFilesDue } from '../events/attachments.ts';
import { trimPictures } from '../outside/trim-pictures.ts';
import { scanPending } from '../scanning/scan-files.ts';
import { removeDueBlobs } from '../storage/remove-due-blobs.ts';

const batch = 100;
/** Maximum number of files in one call of messaging. */
const maxDue = 1_000;
/** Maximum number of stored descriptions of linked pages. */
const maxLinkPreviews = 50_000;

/**
 * Cleans up: expired uploads, expired pictures of other hosts, blobs to which no row refers, files without a scan
 * result, and files to which no message has linked for a long time. Any replica may do it at any time. Rows are deleted
 * before their blobs, so no row refers to a missing blob.
 */
export async function sweep(ctx: Ctx): Promise<void> {
  await endExpiredUploads(ctx);
  await deleteExpiredExports(ctx);
  await trimPictures(ctx, ctx.limits.pictureCacheBytes);
  await removeDueBlobs(ctx);
  await deleteOldLinkPreviews(ctx.db, new Date(ctx.clock.now()), maxLinkPreviews, batch);
  await scanPending(ctx);
  await expireUnlinked(ctx);
}

/**
 * Requests the deletion of files to which no message has linked for a long time. Files that scheduled messages link to,
 * which messaging knows, are kept. The request is an event of the log. So the worker that handles it has handled every
 * message that was sent before it, including messages that were no longer scheduled when messaging was asked.
 */
async function expireUnlinked(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const end = new Date(now - ctx.limits.unlinkedLifetimeMs);
  const due = await unlinkedFiles(ctx.db, end, maxDue);
  if (due.length === 0) return;
  const folders = due.map(({ pathId }) => folderOf(pathId));
  const answer = await ctx.messaging.findScheduledUploads({ folders }, backgroundCall());
  const scheduled = new Set(answer.folders);
  const kept = due.filter(({ pathId }) => scheduled.has(folderOf(pathId)));
  // Only files about which messaging was asked may be deleted.
  const before = due.length < maxDue ? end : due.at(-1)!.unlinkedSince;
  await ctx.db.tx(async (tx) => {
    const ids = kept.map(({ attachmentId }) => attachmentId);
    if (ids.length > 0) await keepUnlinked(tx, ids, new Date(now));
    if (kept.length < due.length) await emit(tx, unlinkedFilesDue(before.getTime()));
  });
}

/** Returns the folder of a path. Each file has a folder of its own, and every link contains it unchanged. */
const folderOf = (pathId: string): string => pathId.slice(0, pathId.lastIndexOf('/') + 1);

async function endExpiredUploads(ctx: Ctx): Promise<void> {
  for (;;) {
    const ended = await ctx.db.tx(async (tx) => {
      const uploads = await takeExpired(tx, batch);
      for (const { uploadId, attachmentId } of uploads) {
        await deleteUpload(tx, uploadId);
        // The bytes of a complete upload belong to its file, so they stay.
        if (attachmentId === null) await markContentForDeletion(tx, uploadId);
      }
      return uploads.length;
    });
    if (ended < batch) return;
  }
}

/** Deletes archives of exports that have expired. */
async function deleteExpiredExports(ctx: Ctx): Promise<void> {
  await ctx.db.tx(async (tx) => {
    for (const { exportId, contentId } of await takeExpiredExports(tx, batch)) {
      await deleteExport(tx, exportId);
      await markContentForDeletion(tx, contentId);
    }
  });
}

/** Sweeps at intervals until it is stopped. */
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
