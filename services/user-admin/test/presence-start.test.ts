import { silentLogger } from '@parley/core';
import type { Db } from '@parley/db';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PresenceTracker } from '../src/presence/tracking/presence-tracker.ts';
import { type Env, startEnv } from './support.ts';

let env: Env;
beforeAll(async () => {
  env = await startEnv();
});
afterAll(() => env.stop());

/** Returns a database that refuses its first calls, like a connection pool that cannot get a connection in time. */
function refusing(calls: number): { db: Db; refused: () => number } {
  let refused = 0;
  const db = new Proxy(env.serviceDb, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        if (refused >= calls) return Reflect.apply(value, target, given);
        refused++;
        return Promise.reject(new Error('timeout exceeded when trying to connect'));
      };
    },
  });
  return { db, refused: () => refused };
}

const trackerOf = (db: Db) =>
  new PresenceTracker({
    db,
    logger: silentLogger,
    intervalMs: 60_000,
    listedPerSecond: 1_000,
    maxAnnounced: 1_000,
    send: () => undefined,
  });

it('presences are read again at the start when the pool has no connection in time', async () => {
  const { db, refused } = refusing(2);
  const tracker = trackerOf(db);
  await tracker.start(new AbortController().signal);
  await tracker.stop();
  expect(refused()).toBe(2);
});

it('a start that is stopped meanwhile fails with the reason of the failed read', async () => {
  const { db, refused } = refusing(Number.POSITIVE_INFINITY);
  const stopping = new AbortController();
  const starting = trackerOf(db).start(stopping.signal);
  await expect.poll(() => refused()).toBeGreaterThan(0);
  stopping.abort();
  await expect(starting).rejects.toThrow('timeout exceeded when trying to connect');
});
