import { type Clock, sleep } from '@parley/core';
import type { Pace } from '../domain/pace.ts';

/** A batch of work whose lookups are done. */
export type Round = {
  rows: number;
  hasMore: boolean;
  run(): Promise<void>;
};

/** With several rounds at once, distant push services and the slowest request of a round do not delay the next ones. */
const roundsAtOnce = 5;

/**
 * Prepares and runs rounds until no more work is due, a round fails, or `signal` is aborted. Preparations are sequential, at
 * the rate of `pace`. Up to `roundsAtOnce` rounds run concurrently.
 * @param prepare returns undefined when nothing is due
 * @throws the failure of `prepare`, or else the first failure of a round, after the other rounds have ended
 */
export async function runRounds(
  prepare: () => Promise<Round | undefined>,
  { pace, clock, signal }: { pace: Pace; clock: Clock; signal: AbortSignal },
): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const start = (round: Round) => {
    const done = round.run().then(
      () => void running.delete(done),
      (error: unknown) => {
        running.delete(done);
        failures.push(error);
      },
    );
    running.add(done);
  };
  try {
    for (let hasMore = true; hasMore && failures.length === 0 && !signal.aborted; ) {
      const begunMs = clock.monotonic();
      const round = await prepare();
      if (!round) break;
      const lookedUpMs = clock.monotonic();
      if (running.size >= roundsAtOnce) await Promise.race(running);
      start(round);
      hasMore = round.hasMore;
      if (!hasMore) break;
      pace.observe(lookedUpMs - begunMs, round.rows);
      await sleep(pace.pauseMs(round.rows, clock.monotonic() - begunMs), signal).catch(() => undefined);
    }
  } finally {
    await Promise.all(running);
  }
  if (failures.length > 0) throw failures[0];
}
