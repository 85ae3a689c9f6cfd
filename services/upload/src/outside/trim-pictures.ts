import type { Ctx } from '../context.ts';
import { bytesOfPictures, deleteOldPictures } from '../db/pictures.ts';
import { removeDueBlobs } from '../storage/remove-due-blobs.ts';

const batch = 100;

/** And, while all pictures are larger than `maxBytes`, those that expire first. */
export async function trimPictures(ctx: Ctx, maxBytes: number): Promise<void> {
  const now = new Date(ctx.clock.now());
  for (;;) {
    const removed = await ctx.db.tx((tx) => deleteOldPictures(tx, now, maxBytes, batch));
    if (removed < batch) return;
  }
}

/** To nine tenths of the maximum, so that not every new picture causes deletions. */
export async function limitPictures(ctx: Ctx): Promise<void> {
  const { pictureCacheBytes: maxBytes } = ctx.limits;
  if ((await bytesOfPictures(ctx.db)) <= maxBytes) return;
  await trimPictures(ctx, Math.floor(maxBytes * 0.9));
  await removeDueBlobs(ctx);
}
