import { type Clock, type Logger, systemClock } from '@parley/core';
import type { Db } from '@parley/db';
import type { UserId } from '@parley/rules';
import { countUncovered, recordCoverage } from '../db/read-state/coverage.ts';
import type { UnreadScope } from '../domain/reading/unread-scope.ts';

/**
 * Records in the background which parts of channels a person has read completely (db/read-state/coverage.ts), one person at a time. This only
 * makes searches faster. Work that is dropped under load or at a restart is done at the person's next registration or search for
 * unread messages.
 */
export type CoverageRecorder = {
  /** Queues a person. Later, coverage is recorded if this saves scanning many messages. */
  consider(userId: UserId, scope: UnreadScope): void;
  /** Resolves when the queue is empty. */
  idle(): Promise<void>;
};

const maxWaiting = 1_000;
/** Recording is worthwhile when it saves scanning more than this many messages. */
const minScanned = 500;
/** Maximum number of people in each of the maps of earlier results. */
const maxKnown = 50_000;
/** How long a person is skipped after recording was not worthwhile, in milliseconds. */
const pauseMs = 60_000;

export function createCoverageRecorder(db: Db, logger: Logger, clock: Clock = systemClock): CoverageRecorder {
  const waiting = new Map<number, UnreadScope>();
  /** By user ID: unread messages, and runs of read messages that are too short to record. */
  const unavoidable = new Map<number, number>();
  /** Monotonic time at which recording was last not worthwhile, by user ID. */
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
