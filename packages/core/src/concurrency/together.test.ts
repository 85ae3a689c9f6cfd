import { afterEach, beforeEach, expect, it, vi } from 'vitest';

// A module of its own: files share processes, and timers that another file has left would count.
const fresh = './together.ts?alone';
const { every, later, rest } = (await import(fresh)) as typeof import('./together.ts');

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'setImmediate'],
  });
});

afterEach(() => void vi.useRealTimers());

it('calls together what is due within the same quarter of a second, with one timer', () => {
  const calls: string[] = [];
  vi.advanceTimersByTime(10);
  later(1_000, () => calls.push('first'));
  vi.advanceTimersByTime(100);
  later(1_000, () => calls.push('second'));
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1_000);
  const before = [...calls];
  vi.advanceTimersByTime(250);
  expect([before, calls]).toEqual([[], ['first', 'second']]);
  expect(vi.getTimerCount()).toBe(0);
});

it('never calls too early, and at most a quarter of a second late', () => {
  for (const ms of [0, 1, 999, 1_000, 1_001, 1_250, 4_999]) {
    for (const startMs of [0, 1, 130, 249]) {
      vi.advanceTimersByTime(startMs);
      const beganMs = performance.now();
      let calledMs = Number.NaN;
      later(ms, () => {
        calledMs = performance.now();
      });
      vi.advanceTimersByTime(ms + 500);
      expect(calledMs - beganMs).toBeGreaterThanOrEqual(ms);
      expect(calledMs - beganMs).toBeLessThanOrEqual(ms + 250);
    }
  }
});

it('repeats without drifting, and ends when it is stopped', () => {
  let calls = 0;
  const repeating = every(1_000, () => calls++);
  vi.advanceTimersByTime(60_250);
  expect(calls).toBe(60);
  repeating.stop();
  vi.advanceTimersByTime(5_000);
  expect(calls).toBe(60);
  expect(vi.getTimerCount()).toBe(0);
});

it('ends when it is stopped by its own call', () => {
  let calls = 0;
  const repeating = every(2_000, () => {
    calls++;
    repeating.stop();
  });
  vi.advanceTimersByTime(9_000);
  expect([calls, vi.getTimerCount()]).toEqual([1, 0]);
});

it('cancels one call without the others that are due with it', () => {
  const calls: string[] = [];
  const cancel = later(1_100, () => calls.push('cancelled'));
  later(1_100, () => calls.push('kept'));
  cancel();
  cancel();
  vi.advanceTimersByTime(2_000);
  cancel();
  expect(calls).toEqual(['kept']);
});

it('makes the other calls when one throws, and throws then', () => {
  const calls: string[] = [];
  later(1_100, () => {
    throw new Error('a fault');
  });
  later(1_100, () => calls.push('other'));
  expect(() => vi.advanceTimersByTime(2_000)).toThrow('a fault');
  expect(calls).toEqual(['other']);
});

it('ends a rest early when the signal aborts', async () => {
  const stopping = new AbortController();
  const resting = rest(5_000, stopping.signal);
  const whole = rest(5_000);
  stopping.abort(new Error('stopped'));
  await expect(resting).rejects.toThrow('stopped');
  await expect(rest(5_000, stopping.signal)).rejects.toThrow('stopped');
  vi.advanceTimersByTime(5_250);
  await whole;
  expect(vi.getTimerCount()).toBe(0);
});

it('leaves times below a second as they are', () => {
  const calls: number[] = [];
  vi.advanceTimersByTime(3);
  const beganMs = performance.now();
  later(20, () => calls.push(performance.now() - beganMs));
  const repeating = every(50, () => calls.push(performance.now() - beganMs));
  vi.advanceTimersByTime(120);
  repeating.stop();
  vi.advanceTimersByTime(120);
  expect(calls).toEqual([20, 50, 100]);
});
