import { sleep } from '@parley/core';

/** Each caller gets the response to a request that starts after its call, at least `pauseMs` apart. */
export function createShared<T>(ask: () => Promise<T>, pauseMs: number, now: () => number): () => Promise<T> {
  let next: Promise<T> | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let begunMs = Number.NEGATIVE_INFINITY;

  async function askNext(): Promise<T> {
    await running;
    // Timers may fire slightly too early, so the wait is repeated until the time is reached.
    while (now() < begunMs + pauseMs) await sleep(Math.ceil(begunMs + pauseMs - now()));
    begunMs = now();
    next = undefined;
    const answer = ask();
    running = answer.catch(() => undefined);
    return await answer;
  }

  return () => {
    next ??= askNext();
    return next;
  };
}
