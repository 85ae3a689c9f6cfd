import type { Worker, WorkerLog } from '@parley/event-log';
import { isOrganizationDeactivated } from '@parley/facts';
import type { Ctx } from '../context.ts';
import { deleteOldDigestRuns } from '../db/digest-runs.ts';
import { deleteOldMails } from '../db/mails.ts';
import { deleteOldPhonePushes } from '../db/phone-pushes.ts';
import { deleteOldReceived } from '../db/received-mails.ts';
import { deleteOldRefusedReplies } from '../db/refused-replies.ts';
import { deleteOldBatches } from '../db/topic-turns.ts';
import { Pace, sendingLimits } from '../domain/pace.ts';
import { startDeciding } from './decide.ts';
import { deliverDue } from './deliver.ts';
import { writeDigests } from './digest.ts';
import { startFollowingPhones } from './follow-phones.ts';
import { gatherDue } from './gather.ts';
import { pushDue } from './push.ts';
import { pushToPhones } from './push-phones.ts';
import { registerPhones } from './register-phones.ts';
import { type Repeated, repeat } from './repeat.ts';
import { tellDue } from './tell.ts';

const tellEveryMs = 500;
const gatherEveryMs = 500;
const pushEveryMs = 500;
const deliverEveryMs = 2_000;
const registerEveryMs = 1_000;
const digestEveryMs = 60_000;
const sweepEveryMs = 3_600_000;
/** Days for which the outcome of a mail, and of the digests of a day, is stored. */
const keepMailDays = 30;
/** Days after its message for which a notification on a phone can be removed. */
const keepPhonePushDays = 30;

/** Days for which the messages of a topic's turn are stored: longer than the longest time until a mail is written. */
const keepBatchDays = 10;

/** Days for which a redelivered mail is recognized. */
const recognizeRepeatedDays = 60;

/**
 * Starts the workers that tell people of topics, send due pushes, write due mails and digests, send mails, register phones, and delete old rows. All
 * replicas share the work.
 */
export function startNotifyWorkers(ctx: Ctx): { stop(): Promise<unknown> } {
  const { logger } = ctx;
  const { follower } = ctx.factCache;
  const start = (what: string, everyMs: number, work: (signal: AbortSignal) => Promise<boolean>) =>
    repeat(work, { everyMs, follower, logger, what });
  const startWhileActive: typeof start = (what, everyMs, work) =>
    start(what, everyMs, whileActive(ctx, work));
  const [mails, browsers, phones] = [
    new Pace(sendingLimits),
    new Pace(sendingLimits),
    new Pace(sendingLimits),
  ];
  const delivering = startWhileActive('sending mails', deliverEveryMs, (signal) => deliverDue(ctx, signal));
  const workers = [
    startWhileActive('telling people of topics', tellEveryMs, (signal) => tellDue(ctx, signal)),
    startWhileActive('writing due mails', gatherEveryMs, async (signal) => {
      const { gathered, hasMore } = await gatherDue(ctx, signal, mails);
      if (gathered) delivering.kick();
      return hasMore;
    }),
    delivering,
    startWhileActive('sending pushes', pushEveryMs, (signal) => pushDue(ctx, signal, browsers)),
    startWhileActive('sending notifications to phones', pushEveryMs, (signal) =>
      pushToPhones(ctx, signal, phones),
    ),
    start('registering phones', registerEveryMs, () => registerPhones(ctx)),
    startWhileActive('writing digests', digestEveryMs, (signal) => writeDigests(ctx, signal)),
    start('deleting old rows', sweepEveryMs, () => sweep(ctx)),
  ];
  return {
    async stop() {
      await stopAll(workers);
      ctx.phones.close();
      ctx.push.close();
    },
  };
}

/** Skips work while the organization is deactivated, and while `user-admin` does not answer. */
export const whileActive =
  (ctx: Pick<Ctx, 'factCache'>, work: (signal: AbortSignal) => Promise<boolean>) =>
  async (signal: AbortSignal): Promise<boolean> => {
    const isPaused = await isOrganizationDeactivated(ctx.factCache).catch(() => true);
    return isPaused ? false : work(signal);
  };

/** Starts the workers that read the log. One decides who is notified. The other removes notifications from phones. */
export function startLogWorkers(ctx: Ctx, log: WorkerLog): Pick<Worker, 'running' | 'stop'> {
  const workers = [startDeciding(ctx, log), startFollowingPhones(ctx, log)];
  return {
    running: () => workers.every((worker) => worker.running()),
    stop: () => Promise.all(workers.map((worker) => worker.stop())).then(() => undefined),
  };
}

const stopAll = (workers: readonly Repeated[]) => Promise.all(workers.map((worker) => worker.stop()));

/** Deletes old rows. @returns whether more old rows of notifications on phones may remain */
async function sweep({ db }: Ctx): Promise<boolean> {
  await deleteOldMails(db, keepMailDays);
  await deleteOldDigestRuns(db, keepMailDays);
  await deleteOldReceived(db, recognizeRepeatedDays);
  await deleteOldRefusedReplies(db);
  await deleteOldBatches(db, keepBatchDays);
  return (await deleteOldPhonePushes(db, keepPhonePushDays)) > 0;
}
