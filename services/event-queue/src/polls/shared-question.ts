import { sleep } from '@parley/core';

/**
 * A question that many ask at once, answered for all by one: who asks gets the answer to a question that began
 * after they asked, and one begins no sooner than `pauseMs` after the one before.
 */
export function createShared<T>(ask: () => Promise<T>, pauseMs: number, now: () => number): () => Promise<T> {
  let next: Promise<T> | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let begunMs = Number.NEGATIVE_INFINITY;

  async function askNext(): Promise<T> {
    await running;
    // A timer may fire a little early.
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
