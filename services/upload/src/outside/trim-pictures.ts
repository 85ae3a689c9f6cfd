import type { Ctx } from '../context.ts';
import { bytesOfPictures, deleteOldPictures } from '../db/pictures.ts';
import { removeDueBlobs } from '../storage/remove-due-blobs.ts';

const batch = 100;

/**
 * Removes expired pictures of other hosts, and those that expire first until the others are at most `maxBytes` large.
 */
export async function trimPictures(ctx: Ctx, maxBytes: number): Promise<void> {
  const now = new Date(ctx.clock.now());
  for (;;) {
    const removed = await ctx.db.tx((tx) => deleteOldPictures(tx, now, maxBytes, batch));
    if (removed < batch) return;
  }
}

/**
 * Keeps the stored pictures within their limit while they grow, between two sweeps. Removes a tenth more than it has
 * to, so that not every further picture removes another one.
 */
export async function limitPictures(ctx: Ctx): Promise<void> {
  const { pictureCacheBytes: maxBytes } = ctx.limits;
  if ((await bytesOfPictures(ctx.db)) <= maxBytes) return;
  await trimPictures(ctx, Math.floor(maxBytes * 0.9));
  await removeDueBlobs(ctx);
}
