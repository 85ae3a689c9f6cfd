import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Debouncer } from './debouncer.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('runs the last action once, after a pause', () => {
  const done: string[] = [];
  const timer = new Debouncer();
  timer.start(300, () => done.push('first'));
  vi.advanceTimersByTime(200);
  timer.start(300, () => done.push('second'));
  vi.advanceTimersByTime(299);
  expect(done).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(done).toEqual(['second']);
  vi.advanceTimersByTime(10_000);
  expect(done).toEqual(['second']);
});

it('drops an action that was stopped, and runs one that is started after that', () => {
  const done: string[] = [];
  const timer = new Debouncer();
  timer.start(300, () => done.push('dropped'));
  timer.stop();
  vi.advanceTimersByTime(100);
  timer.start(300, () => done.push('kept'));
  vi.advanceTimersByTime(300);
  expect(done).toEqual(['kept']);
});

it('uses one timer for many actions', () => {
  const { setTimeout } = globalThis;
  let count = 0;
  // A spy would bring back the fake timer after the real ones have returned, for all later files of the process.
  const counting = (...given: Parameters<typeof setTimeout>) => {
    count++;
    return setTimeout(...given);
  };
  globalThis.setTimeout = Object.assign(counting, setTimeout);
  const timer = new Debouncer();
  for (let key = 0; key < 20; key++) {
    timer.start(300, () => undefined);
    vi.advanceTimersByTime(10);
  }
  globalThis.setTimeout = setTimeout;
  expect(count).toBe(1);
});
