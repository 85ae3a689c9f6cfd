import { type Clock, type Logger, systemClock } from '@parley/core';
import type { Db } from '@parley/db';
import { countUncovered, cover } from '../db/coverage.ts';
import type { UnreadScope } from '../domain/unread-scope.ts';

/**
 * Notes in the background what people have read, one person at a time (db/coverage.ts). Nothing depends on it but
 * speed: what is dropped under pressure or lost with the process is noted the next time.
 */
export type CoverageRecorder = {
  /** Notes what was read when that saves looking at many messages. */
  consider(userId: number, scope: UnreadScope): void;
  /** Resolves when nothing waits. */
  idle(): Promise<void>;
};

const maxWaiting = 1_000;
/** Messages looked at in vain from which on it is worth writing. */
const tooMany = 500;
/** People of whom it is kept how much was left to look at. */
const maxKnown = 50_000;
/** Whose messages were looked at in vain is not looked at again so soon, milliseconds. */
const restMs = 60_000;

/** Notes what people have read, one after the other, within bounds. */
export function createCoverageRecorder(db: Db, logger: Logger, clock: Clock = systemClock): CoverageRecorder {
  const waiting = new Map<number, UnreadScope>();
  /** What noting could not spare the last time: what is unread, or read in bits. */
  const left = new Map<number, number>();
  /** When looking was not worth it the last time. */
  const restsSince = new Map<number, number>();
  let working: Promise<void> | undefined;

  async function work(): Promise<void> {
    for (const [userId, scope] of waiting) {
      waiting.delete(userId);
      try {
        if ((await countUncovered(db, userId, scope)) <= (left.get(userId) ?? 0) + tooMany) {
          if (restsSince.size > maxKnown) restsSince.clear();
          restsSince.set(userId, clock.monotonic());
          continue;
        }
        await cover(db, userId, scope);
        left.set(userId, await countUncovered(db, userId, scope));
        if (left.size > maxKnown) left.clear();
      } catch (error) {
        logger.warn({ err: error }, 'what was read could not be noted');
      }
    }
    working = undefined;
  }

  return {
    consider(userId, scope) {
      if (waiting.size >= maxWaiting && !waiting.has(userId)) return;
      if (clock.monotonic() - (restsSince.get(userId) ?? Number.NEGATIVE_INFINITY) < restMs) return;
      waiting.set(userId, scope);
      working ??= work();
    },
    async idle() {
      while (working) await working;
    },
  };
}
