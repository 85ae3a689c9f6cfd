import { silentLogger } from '@parley/core';
import type { Db } from '@parley/db';
import { afterEach, expect, it, vi } from 'vitest';
import { PresenceTracker } from './presence-tracker.ts';

// The test uses fake timers. It is the only one in its file, because other tests in this process would stand still.
afterEach(() => void vi.useRealTimers());

/** Returns a fake database whose organization can disable presence. `reads` counts the statements. */
function switching() {
  const state = { isDisabled: false, reads: 0 };
  const one = async () => {
    state.reads++;
    return { isDisabled: state.isDisabled, limitedGuestIds: [], updateId: 1 };
  };
  const many = async () => [{ userId: 5, email: 'a@b', activeAt: 1_000, idleAt: 1_000, updateId: 1 }];
  return { db: { one, many } as unknown as Db, state };
}

it('a replica without requests reads rarely, and reads again before its next answer', async () => {
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
  // After 90 s without a call, the replica reads only every 30 s.
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
