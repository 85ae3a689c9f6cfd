import { type Clock, sleep } from '@parley/core';
import type { Pace } from '../domain/pace.ts';

/** Work that is prepared by lookups and then done. */
export type Round = {
  /** Number of rows that were claimed. */
  rows: number;
  /** Whether more work may be due. */
  hasMore: boolean;
  run(): Promise<void>;
};

/**
 * Maximum number of rounds that are done at once. So the answers of push services that are far away, and the slowest request of
 * each round, do not hold up the next rounds.
 */
const roundsAtOnce = 5;

/**
 * Prepares rounds one after the other, at a pace, until nothing more is due. Several rounds are done at once.
 * @param prepare returns undefined when nothing is due
 * @throws the first failure of a round, after the others have ended
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
