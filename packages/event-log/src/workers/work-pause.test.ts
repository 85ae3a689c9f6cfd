import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WorkPause } from './work-pause.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A fake log, to which the test adds entries. */
function fakeLog() {
  const waiting: (() => void)[] = [];
  const position = { epoch: 'e', sequence: 1 };
  return {
    position,
    waitFor: () => new Promise<void>((resolve) => waiting.push(resolve)),
    move() {
      position.sequence++;
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}

/** Polls until `stopping` aborts. `count` in the returned object is the number of polls so far. */
function poll(log: ReturnType<typeof fakeLog>, dueInMs?: () => number | undefined) {
  const stopping = new AbortController();
  const pause = new WorkPause(log, 500, stopping.signal);
  const polls = { count: 0, stopping };
  void (async () => {
    while (!stopping.signal.aborted) {
      polls.count++;
      await pause.next(dueInMs?.());
    }
  })();
  return polls;
}

it('polls rarely while the log does not grow, and often for a while after it grew', async () => {
  const log = fakeLog();
  const polls = poll(log);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(polls.count).toBeLessThanOrEqual(13);
  const before = polls.count;
  log.move();
  await vi.advanceTimersByTimeAsync(10);
  expect(polls.count).toBe(before + 1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(polls.count).toBeGreaterThan(before + 15);
  polls.stopping.abort();
});

it('polls at the time at which work is due', async () => {
  const log = fakeLog();
  const dueAtMs = performance.now() + 7_000;
  const polled: number[] = [];
  const polls = poll(log, () => {
    polled.push(performance.now());
    const leftMs = dueAtMs - performance.now();
    return leftMs > 0 ? leftMs : undefined;
  });
  await vi.advanceTimersByTimeAsync(8_000);
  expect(polled.some((atMs) => atMs >= dueAtMs && atMs < dueAtMs + 50)).toBe(true);
  polls.stopping.abort();
});

it('ends a pause when it is stopped', async () => {
  const polls = poll(fakeLog());
  await vi.advanceTimersByTimeAsync(100);
  polls.stopping.abort();
  await vi.advanceTimersByTimeAsync(0);
  const { count } = polls;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(polls.count).toBe(count);
});
