import { silentLogger } from '@parley/core';
import type { Db } from '@parley/db';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { PresenceTracker } from '../src/presence/tracking/presence-tracker.ts';
import { type Env, startEnv } from './support.ts';

let env: Env;
beforeAll(async () => {
  env = await startEnv();
});
afterAll(() => env.stop());
afterEach(() => void vi.useRealTimers());

/** Returns a database that refuses its first calls, as a pool does whose connections take too long. */
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

it('a start that is stopped meanwhile ends with the reason of the failure', async () => {
  const { db, refused } = refusing(Number.POSITIVE_INFINITY);
  const stopping = new AbortController();
  const starting = trackerOf(db).start(stopping.signal);
  await expect.poll(() => refused()).toBeGreaterThan(0);
  stopping.abort();
  await expect(starting).rejects.toThrow('timeout exceeded when trying to connect');
});

/** A database whose organization has disabled presence or not. It counts reads. */
function switching() {
  const state = { isDisabled: false, reads: 0 };
  const one = async () => {
    state.reads++;
    return { isDisabled: state.isDisabled, limitedGuestIds: [], updateId: 1 };
  };
  const many = async () => [{ userId: 5, email: 'a@b', activeAt: 1_000, idleAt: 1_000, updateId: 1 }];
  return { db: { one, many } as unknown as Db, state };
}

it('a replica that nobody asks reads rarely, and reads again before its next answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  const { db, state } = switching();
  const tracker = new PresenceTracker({
    db,
    logger: silentLogger,
    intervalMs: 1_000,
    listedPerSecond: 1_000,
    maxAnnounced: 1_000,
    send: () => undefined,
  });
  await tracker.start(new AbortController().signal);
  const readsIn = async (ms: number) => {
    const before = state.reads;
    await vi.advanceTimersByTimeAsync(ms);
    return state.reads - before;
  };
  expect(await readsIn(60_000)).toBe(60);
  await readsIn(60_000);
  // Nobody has asked for more than 90 s.
  expect(await readsIn(120_000)).toBe(4);
  expect(tracker.find(5)).toBeDefined();
  state.isDisabled = true;
  await Promise.all([tracker.include({}), tracker.awake()]);
  expect(tracker.find(5)).toBeUndefined();
  expect(tracker.awake()).toBeUndefined();
  expect(await readsIn(60_000)).toBe(60);
  await tracker.stop();
  expect(await readsIn(60_000)).toBe(0);
});
