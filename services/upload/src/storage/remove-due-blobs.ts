import type { Ctx } from '../context.ts';
import { forgetBlobs, takeDueBlobs } from '../db/parts.ts';

const batch = 100;

export async function removeDueBlobs(ctx: Pick<Ctx, 'db' | 'store'>): Promise<void> {
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
