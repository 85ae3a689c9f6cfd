import { emit } from '@parley/db';
import { backgroundCall } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { keepUnlinked, unlinkedFiles } from '../db/attachments.ts';
import { condemnContent, forgetBlobs, takeDueBlobs } from '../db/parts.ts';
import { deleteUpload, takeExpired } from '../db/uploads.ts';
import { unlinkedFilesDue } from '../events/attachments.ts';
import { judgePending } from '../scanning/judge.ts';

const batch = 100;
/** Files that messaging is asked about at once. */
const maxDue = 1_000;

/**
 * Tidies up: uploads nobody went on with, bytes nobody refers to, files without a verdict of the virus scanner, and
 * files that no message has linked for a long time. Any replica may do it at any time. The database always goes first: what it does not know any more is
 * removed from the store, never the other way round.
 */
export async function sweep(ctx: Ctx): Promise<void> {
  await endExpiredUploads(ctx);
  await removeDueBlobs(ctx);
  await judgePending(ctx);
  await giveUpUnlinked(ctx);
}

/**
 * Files that nothing has linked for a long time may go, except what a message links that is still to be sent: messaging
 * says which. They are removed through the log: whoever does it has then seen every message sent until now, those
 * among them that were scheduled when messaging was asked no more.
 */
async function giveUpUnlinked(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const end = new Date(now - ctx.limits.unlinkedLifetimeMs);
  const due = await unlinkedFiles(ctx.db, end, maxDue);
  if (due.length === 0) return;
  const folders = due.map(({ pathId }) => folderOf(pathId));
  const answer = await ctx.messaging.findScheduledUploads({ folders }, backgroundCall());
  const scheduled = new Set(answer.folders);
  const kept = due.filter(({ pathId }) => scheduled.has(folderOf(pathId)));
  // Only what messaging was asked about may go.
  const before = due.length < maxDue ? end : due.at(-1)!.unlinkedSince;
  await ctx.db.tx(async (tx) => {
    const ids = kept.map(({ attachmentId }) => attachmentId);
    if (ids.length > 0) await keepUnlinked(tx, ids, new Date(now));
    if (kept.length < due.length) await emit(tx, unlinkedFilesDue(before.getTime()));
  });
}

/** The part of a path that is the file's alone, and spelled the same wherever it is linked. */
const folderOf = (pathId: string): string => pathId.slice(0, pathId.lastIndexOf('/') + 1);

async function endExpiredUploads(ctx: Ctx): Promise<void> {
  for (;;) {
    const ended = await ctx.db.tx(async (tx) => {
      const uploads = await takeExpired(tx, batch);
      for (const { uploadId, attachmentId } of uploads) {
        await deleteUpload(tx, uploadId);
        // A complete upload's bytes are its file's.
        if (attachmentId === null) await condemnContent(tx, uploadId);
      }
      return uploads.length;
    });
    if (ended < batch) return;
  }
}

async function removeDueBlobs(ctx: Ctx): Promise<void> {
  for (;;) {
    const removed = await ctx.db.tx(async (tx) => {
      const keys = await takeDueBlobs(tx, batch);
      for (const key of keys) await ctx.store.remove(key);
      await forgetBlobs(tx, keys);
      return keys.length;
    });
    if (removed < batch) return;
  }
}

/** Sweeps from time to time until told to stop. */
export function createSweeper(ctx: Ctx, everyMs: number): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    running = sweep(ctx)
      .catch((error: Error) => ctx.logger.warn({ reason: error.message }, 'sweeping failed; it comes again'))
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
