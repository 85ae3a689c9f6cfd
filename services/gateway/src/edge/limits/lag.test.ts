import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchLag } from './lag.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

it('returns an upper bound of the time that newly read data has waited: the current and the previous iteration of the loop', () => {
  let now = 0;
  const lag = watchLag(() => now);
  lag.touch();
  const turn = (ms: number) => {
    now += ms;
    vi.advanceTimersToNextTimer();
  };
  turn(50);
  expect(lag.ms).toBe(0);
  now += 350;
  expect(lag.ms).toBe(300);
  turn(0);
  expect(lag.ms).toBe(300);
  now += 150;
  expect(lag.ms).toBe(400);
  turn(0);
  turn(50);
  expect(lag.ms).toBe(0);
  lag.stop();
});

it('has no timer while there is no work', () => {
  let now = 0;
  const lag = watchLag(() => now);
  expect(vi.getTimerCount()).toBe(0);
  lag.touch();
  for (let turn = 0; turn < 20; turn++) {
    now += 50;
    vi.advanceTimersToNextTimer();
  }
  lag.touch();
  expect(vi.getTimerCount()).toBe(1);
  for (let turn = 0; turn < 41; turn++) {
    now += 50;
    vi.advanceTimersToNextTimer();
  }
  expect(vi.getTimerCount()).toBe(0);
  // A long time without requests is not a lag.
  now += 60_000;
  expect(lag.ms).toBe(0);
  lag.touch();
  expect(lag.ms).toBe(0);
  now += 150;
  expect(lag.ms).toBe(100);
  lag.stop();
});
