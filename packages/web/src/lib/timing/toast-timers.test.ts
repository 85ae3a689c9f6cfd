import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ToastTimers } from './toast-timers.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Returns timers of one second with toast 1, and the toasts that they removed. */
function started() {
  const removed: number[] = [];
  const timers = new ToastTimers(1000, (id) => {
    timers.end(id);
    removed.push(id);
  });
  timers.start(1);
  return { timers, removed };
}

it('removes a toast after its display time', () => {
  const { removed } = started();
  vi.advanceTimersByTime(999);
  expect(removed).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(removed).toEqual([1]);
});

it.each([
  ['pointer', 'focus'],
  ['focus', 'pointer'],
] as const)('keeps a toast when the %s leaves while the %s is on it', (first, second) => {
  const { timers, removed } = started();
  timers.hold(1, first);
  timers.hold(1, second);
  timers.release(1, first);
  vi.advanceTimersByTime(60_000);
  expect(removed).toEqual([]);
  timers.release(1, second);
  vi.advanceTimersByTime(999);
  expect(removed).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(removed).toEqual([1]);
});

it('starts no time for a toast that was removed', () => {
  const { timers, removed } = started();
  timers.hold(1, 'focus');
  timers.end(1);
  timers.release(1, 'focus');
  vi.advanceTimersByTime(60_000);
  expect(removed).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
