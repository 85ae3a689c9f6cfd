import type { Logger } from '@parley/core';
import type { Db } from '@parley/db';
import { cover, uncovered } from '../db/coverage.ts';
import type { Sight } from '../domain/visibility.ts';

/**
 * Notes in the background what people have read, one person at a time (db/coverage.ts). Nothing depends on it but
 * speed: what is dropped under pressure or lost with the process is noted the next time.
 */
export type Coverer = {
  /** Notes what was read when that saves looking at many messages; `unread` of them must be looked at anyway. */
  consider(userId: number, ownSight: Sight, unread: number): void;
  /** Resolves when nothing waits. */
  idle(): Promise<void>;
};

const maxWaiting = 1_000;
/** Messages looked at in vain from which on it is worth writing. */
const tooMany = 500;

export function createCoverer(db: Db, logger: Logger): Coverer {
  const waiting = new Map<number, { ownSight: Sight; unread: number }>();
  let working: Promise<void> | undefined;

  async function work(): Promise<void> {
    for (const [userId, { ownSight, unread }] of waiting) {
      waiting.delete(userId);
      try {
        if ((await uncovered(db, userId, ownSight)) > unread + tooMany) await cover(db, userId, ownSight);
      } catch (error) {
        logger.warn({ err: error }, 'what was read could not be noted');
      }
    }
    working = undefined;
  }

  return {
    consider(userId, ownSight, unread) {
      if (waiting.size >= maxWaiting && !waiting.has(userId)) return;
      waiting.set(userId, { ownSight, unread });
      working ??= work();
    },
    async idle() {
      while (working) await working;
    },
  };
}
