import { type Clock, type Logger, systemClock } from '@parley/core';
import type { Db } from '@parley/db';
import { countUncovered, recordCoverage } from '../db/coverage.ts';
import type { UnreadScope } from '../domain/unread-scope.ts';

/**
 * Records in the background which parts of channels people have read (db/coverage.ts), one person at a time. Only speed
 * depends on it: work dropped under pressure or lost with the process is done after the next registration.
 */
export type CoverageRecorder = {
  /** Queues a person; coverage is recorded where it saves scanning many messages. */
  consider(userId: number, scope: UnreadScope): void;
  /** Resolves when the queue is empty. */
  idle(): Promise<void>;
};

const maxWaiting = 1_000;
/** Scanned messages, in addition to the unavoidable ones, from which on recording is worthwhile. */
const minScanned = 500;
/** Maximum number of people whose last outcome is stored. */
const maxKnown = 50_000;
/** Pause in milliseconds before a person is considered again after recording was not worthwhile. */
const pauseMs = 60_000;

/** Creates the recorder of a process. */
export function createCoverageRecorder(db: Db, logger: Logger, clock: Clock = systemClock): CoverageRecorder {
  const waiting = new Map<number, UnreadScope>();
  /** Messages left to scan after the last recording: unread ones, and short runs of read ones. */
  const unavoidable = new Map<number, number>();
  /** When recording was last not worthwhile. */
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
