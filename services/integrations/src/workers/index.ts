import { bestEffort, sleep } from '@parley/core';
import { WorkPause } from '@parley/event-log';
import { isOrganizationDeactivated } from '@parley/facts';
import type { Ctx } from '../context.ts';
import { deleteOldIncoming } from '../db/incoming-deliveries.ts';
import { claimOutgoing, deleteOldOutgoing, deleteUnsendable } from '../db/outgoing-deliveries.ts';
import { deleteOldPresses } from '../db/presses.ts';
import { deliver } from '../outgoing-webhooks/deliver.ts';

/** Pause between two looks for due deliveries, in milliseconds. A new message ends it at once. */
const lookEveryMs = 500;
const sweepEveryMs = 3_600_000;
/** Maximum number of programs to which one replica sends at the same time. */
const maxConcurrent = 32;
/** Seconds after which another replica takes over the delivery of one that died. Longer than an attempt can take. */
const claimSeconds = 120;

/** Starts sending due deliveries and deleting old ones. All replicas share the work. */
export function startRepeated(ctx: Ctx): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = new WorkPause(ctx.factCache.follower, lookEveryMs, signal);
  const underWay = new Set<Promise<unknown>>();
  let kicked = Promise.withResolvers<void>();
  ctx.kickSender = () => kicked.resolve();

  async function send(): Promise<void> {
    while (!signal.aborted) {
      kicked = Promise.withResolvers();
      const started = await bestEffort(ctx.logger, 'looking for deliveries failed; retrying', startDue);
      if (started) continue;
      await Promise.race([pause.next(), kicked.promise]);
    }
  }

  /** Starts the attempts that are due. @returns whether there were any */
  async function startDue(): Promise<boolean> {
    const limit = maxConcurrent - underWay.size;
    if (limit <= 0) {
      await Promise.race(underWay);
      return true;
    }
    if (await isOrganizationDeactivated(ctx.factCache).catch(() => true)) return false;
    const claimed = await claimOutgoing(ctx.db, { limit, claimSeconds });
    for (const delivery of claimed) {
      // After an unexpected error, the delivery is due again when its claim ends.
      const work = bestEffort(ctx.logger, 'a delivery failed', () => deliver(ctx, delivery, signal));
      const counted = work.finally(() => {
        underWay.delete(counted);
        // The next delivery of the same bot is due now.
        kicked.resolve();
      });
      underWay.add(counted);
    }
    return claimed.length > 0;
  }

  async function sweep(): Promise<void> {
    while (!signal.aborted) {
      await bestEffort(ctx.logger, 'deleting old deliveries failed', async () => {
        while ((await deleteOldIncoming(ctx.db, ctx.keepDays)) > 0 && !signal.aborted);
        while ((await deleteOldOutgoing(ctx.db, ctx.keepDays)) > 0 && !signal.aborted);
        while ((await deleteUnsendable(ctx.db)) > 0 && !signal.aborted);
        while ((await deleteOldPresses(ctx.db)) > 0 && !signal.aborted);
      });
      await sleep(sweepEveryMs, signal).catch(() => undefined);
    }
  }

  const [sending, sweeping] = [send(), sweep()];
  return {
    async stop() {
      stopping.abort();
      kicked.resolve();
      await Promise.all([sending, sweeping]);
      // Only now none is added: one that was claimed during the stop must give its claim back, or nobody sends it before the claim ends.
      await Promise.all(underWay);
      ctx.pool.close();
    },
  };
}
