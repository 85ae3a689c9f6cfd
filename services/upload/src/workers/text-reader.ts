import type { Ctx } from '../context.ts';
import { readTexts } from '../file-texts/read-texts.ts';

/** Short, because people look for what they have just shared. */
const defaultEveryMs = 2_000;

/** Runs `readTexts` at intervals until it is stopped. Stopping waits for the file that is being read. */
export function createTextReader(ctx: Ctx, everyMs = defaultEveryMs): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  let isStopped = false;
  const timer = setInterval(() => {
    running ??= readTexts(ctx, () => isStopped)
      .catch((err: Error) => ctx.logger.warn({ err }, 'reading texts of files failed; it is repeated later'))
      .finally(() => {
        running = undefined;
      });
  }, everyMs);
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
