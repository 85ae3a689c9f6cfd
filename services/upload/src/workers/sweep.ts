import { emit } from '@parley/db';
import type { Ctx } from '../context.ts';
import { unlinkedSince } from '../db/attachments.ts';
import { condemnContent, forgetBlobs, takeDueBlobs } from '../db/parts.ts';
import { deleteUpload, takeExpired } from '../db/uploads.ts';
import { unlinkedFilesDue } from '../events/attachments.ts';
import { judgePending } from '../scanning/judge.ts';

const batch = 100;

/**
 * Tidies up: uploads nobody went on with, bytes nobody refers to, files without a verdict of the virus scanner, and
 * files that no message has linked for a long time. Any replica may do it at any time. The database always goes first: what it does not know any more is
 * removed from the store, never the other way round.
 */
export async function sweep(ctx: Ctx): Promise<void> {
  await endExpiredUploads(ctx);
  await removeDueBlobs(ctx);
  await judgePending(ctx);
  const before = new Date(ctx.clock.now() - ctx.limits.unlinkedLifetimeMs);
  if ((await unlinkedSince(ctx.db, before, 1)).length > 0) {
    // Through the log: whoever does it has then seen every message sent until now.
    await ctx.db.tx((tx) => emit(tx, unlinkedFilesDue(before.getTime())));
  }
}

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
