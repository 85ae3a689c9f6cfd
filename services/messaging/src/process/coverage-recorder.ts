import { type Clock, type Logger, systemClock } from '@parley/core';
import type { Db } from '@parley/db';
import { countUncovered, recordCoverage } from '../db/coverage.ts';
import type { UnreadScope } from '../domain/unread-scope.ts';

/**
 * Records in the background which parts of channels people have read (db/coverage.ts), one person at a time. It affects
 * only speed. Work that is dropped under load, or lost with the process, is done after the person's next registration.
 */
export type CoverageRecorder = {
  /** Queues a person. Coverage is recorded when it saves scanning many messages. */
  consider(userId: number, scope: UnreadScope): void;
  /** Resolves when the queue is empty. */
  idle(): Promise<void>;
};

const maxWaiting = 1_000;
/** Minimum number of scanned messages beyond the unavoidable ones that makes recording worthwhile. */
const minScanned = 500;
/** Maximum number of people whose last result is remembered. */
const maxKnown = 50_000;
/** Time in milliseconds until a person is considered again after recording was not worthwhile. */
const pauseMs = 60_000;

/** Creates the recorder of a process. */
export function createCoverageRecorder(db: Db, logger: Logger, clock: Clock = systemClock): CoverageRecorder {
  const waiting = new Map<number, UnreadScope>();
  /**
   * Number of messages that remain to be scanned after the last recording, by person: unread ones, and short runs of
   * read ones.
   */
  const unavoidable = new Map<number, number>();
  /** Time at which recording was last not worthwhile, by person. */
  const pausedSince = new Map<number, number>();
  let working: Promise<void> | undefined;

  async function work(): Promise<void> {
    for (const [userId, scope] of waiting) {
      waiting.delete(userId);
      try {
        if ((await countUncovered(db, userId, scope)) <= (unavoidable.get(userId) ?? 0) + minScanned) {
          if (pausedSince.size > maxKnown) pausedSince.clear();
          pausedSince.set(userId, clock.monotonic());
          continue;
        }
        await recordCoverage(db, userId, scope);
        unavoidable.set(userId, await countUncovered(db, userId, scope));
        if (unavoidable.size > maxKnown) unavoidable.clear();
      } catch (error) {
        logger.warn({ err: error }, 'read coverage could not be recorded');
      }
    }
    working = undefined;
  }

  return {
    consider(userId, scope) {
      if (waiting.size >= maxWaiting && !waiting.has(userId)) return;
      if (clock.monotonic() - (pausedSince.get(userId) ?? Number.NEGATIVE_INFINITY) < pauseMs) return;
      waiting.set(userId, scope);
      working ??= work();
    },
    async idle() {
      while (working) await working;
    },
  };
}
