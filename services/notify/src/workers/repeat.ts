import { type Logger, sleep } from '@parley/core';

/** Work that repeats until it is stopped. */
export type Repeated = {
  /** Runs the work immediately, or again after the current run. */
  kick(): void;
  stop(): Promise<void>;
};

/**
 * Runs work at an interval, one run at a time. After a run that returns true more work is due, so the next run follows
 * immediately.
 */
export function repeat(
  work: (signal: AbortSignal) => Promise<boolean>,
  { everyMs, logger, what }: { everyMs: number; logger: Logger; what: string },
): Repeated {
  const stopping = new AbortController();
  const { signal } = stopping;
  let kicked = Promise.withResolvers<void>();
  const done = run();

  async function run(): Promise<void> {
    while (!signal.aborted) {
      kicked = Promise.withResolvers();
      let hasMore = false;
      try {
        hasMore = await work(signal);
      } catch (err) {
        if (!signal.aborted) logger.warn({ err }, `${what} failed; retrying`);
      }
      if (!hasMore) await Promise.race([sleep(everyMs, signal), kicked.promise]).catch(() => undefined);
    }
  }

  return {
    kick: () => kicked.resolve(),
    async stop() {
      stopping.abort();
      await done;
    },
  };
}
