import { setImmediate } from 'node:timers/promises';
import { createLogger } from '@parley/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Db } from './db.ts';
import { createWriteGuard } from './write-guard.ts';

const everyMs = 1_000;
let hasHeadroom = true;
let readings = 0;
const db = {
  async one() {
    readings++;
    return { headroom: hasHeadroom };
  },
} as unknown as Db;
const start = () => createWriteGuard(db, createLogger({ service: 'test', level: 'silent' }), everyMs);

beforeEach(() => {
  [hasHeadroom, readings] = [true, 0];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => void vi.useRealTimers());

/** Lets some intervals pass, with the readings that they begin. */
async function pass(intervals: number): Promise<void> {
  for (let count = 0; count < intervals; count++) {
    vi.advanceTimersByTime(everyMs);
    await setImmediate();
  }
}

it('reads the space only while there are writes', async () => {
  const guard = start();
  guard.check();
  await pass(5);
  const before = readings;
  await pass(5);
  expect(readings).toBe(before);
  guard.check();
  await setImmediate();
  expect(readings).toBe(before + 1);
  guard.stop();
});

it('reads the space once an interval while writes come one after the other', async () => {
  const guard = start();
  await pass(2);
  const before = readings;
  for (let write = 0; write < 10; write++) {
    guard.check();
    await setImmediate();
  }
  expect(readings).toBe(before + 1);
  await pass(1);
  expect(readings).toBe(before + 2);
  guard.stop();
});

it('rejects writes while space is short', async () => {
  const guard = start();
  hasHeadroom = false;
  guard.check();
  await pass(1);
  expect(() => guard.check()).toThrow('catching up');
  hasHeadroom = true;
  await pass(1);
  guard.check();
  guard.stop();
});

it('accepts the first write after the space is back, also when the reading that found none was the last before a pause', async () => {
  const guard = start();
  guard.check();
  await pass(1);
  hasHeadroom = false;
  guard.check();
  // Nobody writes any more, so this reading would be the last one.
  await pass(1);
  hasHeadroom = true;
  await pass(3);
  guard.check();
  guard.stop();
});

it('reads nothing after it has stopped', async () => {
  const guard = start();
  hasHeadroom = false;
  guard.check();
  await pass(1);
  guard.stop();
  const before = readings;
  await pass(3);
  expect(() => guard.check()).toThrow('catching up');
  expect(readings).toBe(before);
});
