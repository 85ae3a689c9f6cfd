import type { Ctx } from '../context.ts';
import { deleteOldMails } from '../db/mails.ts';
import { deliverDue } from './deliver.ts';
import { gatherDue } from './gather.ts';
import { pushDue } from './push.ts';
import { repeat } from './repeat.ts';

const gatherEveryMs = 500;
const pushEveryMs = 500;
const deliverEveryMs = 2_000;
const sweepEveryMs = 3_600_000;
/** How long the outcome of a mail is kept. */
const keepMailDays = 30;

/** Starts what sends due pushes, writes due mails, sends them, and deletes old ones. All replicas share the work. */
export function startNotifyWorkers(ctx: Ctx): { stop(): Promise<unknown> } {
  const { logger } = ctx;
  const delivering = repeat((signal) => deliverDue(ctx, signal), {
    everyMs: deliverEveryMs,
    logger,
    what: 'sending mails',
  });
  const gathering = repeat(
    async (signal) => {
      const { gathered, hasMore } = await gatherDue(ctx, signal);
      if (gathered) delivering.kick();
      return hasMore;
    },
    { everyMs: gatherEveryMs, logger, what: 'writing due mails' },
  );
  const pushing = repeat((signal) => pushDue(ctx, signal), {
    everyMs: pushEveryMs,
    logger,
    what: 'sending pushes',
  });
  const sweeping = repeat(() => deleteOldMails(ctx.db, keepMailDays).then(() => false), {
    everyMs: sweepEveryMs,
    logger,
    what: 'deleting old mails',
  });
  return {
    stop: () => Promise.all([gathering, delivering, pushing, sweeping].map((worker) => worker.stop())),
  };
}
