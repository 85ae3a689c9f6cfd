import type { Logger } from '@parley/core';
import { type Follower, WorkPause } from '@parley/event-log';

/** Handle of work that runs repeatedly until it is stopped. */
export type Repeated = {
  /** Starts the next run immediately; if a run is in progress, directly after it. */
  kick(): void;
  stop(): Promise<void>;
};

/**
 * Runs `work` at an interval, one run at a time. The interval is longer while the event log does not advance. When a run
 * returns true, more work is due, and the next run follows immediately. A run that throws is logged.
 */
export function repeat(
  work: (signal: AbortSignal) => Promise<boolean>,
  { everyMs, follower, logger, what }: { everyMs: number; follower: Follower; logger: Logger; what: string },
): Repeated {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = new WorkPause(follower, everyMs, signal);
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
      if (!hasMore) await Promise.race([pause.next(), kicked.promise]);
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
