import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '@parley/core';
import { expect, it } from 'vitest';
import { Pace } from '../domain/pace.ts';
import { type Round, runRounds } from './rounds.ts';

const { signal } = new AbortController();
const fast = () => ({
  pace: new Pace({ slowest: 1e6, fastest: 1e6, fewest: 1, most: 1 }),
  clock: systemClock,
  signal,
});

/** Returns a `prepare` function that returns each of the rounds once. */
function preparing(rounds: readonly (() => Promise<void>)[]) {
  const waiting = rounds.values();
  let left = rounds.length;
  return async (): Promise<Round | undefined> => {
    const { value: run } = waiting.next();
    return run && { rows: 1, hasMore: --left > 0, run };
  };
}

it('a slow round does not delay the next ones, and the worker waits for it at the end', async () => {
  const ended: number[] = [];
  const held = Promise.withResolvers<void>();
  const rounds = [
    () => held.promise.then(() => void ended.push(0)),
    async () => void ended.push(1),
    async () => void ended.push(2),
  ];
  const done = runRounds(preparing(rounds), fast());
  await expect.poll(() => ended).toEqual([1, 2]);
  held.resolve();
  await done;
  expect(ended).toEqual([1, 2, 0]);
});

it('a limited number of rounds run concurrently', async () => {
  let running = 0;
  let most = 0;
  const round = async () => {
    most = Math.max(most, ++running);
    await sleep(20);
    running--;
  };
  await runRounds(preparing(Array.from({ length: 50 }, () => round)), fast());
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(5);
});

it('a failure of a round is reported after the others have ended, and no further round begins', async () => {
  const ended: number[] = [];
  const failing = async () => {
    throw new Error('the database does not answer');
  };
  const slow = () => sleep(20).then(() => void ended.push(0));
  const rounds = [
    slow,
    failing,
    ...Array.from({ length: 100 }, (_, at) => async () => void ended.push(at + 1)),
  ];
  await expect(runRounds(preparing(rounds), fast())).rejects.toThrow('the database does not answer');
  expect(ended).toContain(0);
  expect(ended.length).toBeLessThan(100);
});

it('rounds begin at the rate of the pace', async () => {
  const options = { ...fast(), pace: new Pace({ slowest: 100, fastest: 100, fewest: 1, most: 1 }) };
  const begun = performance.now();
  await runRounds(preparing(Array.from({ length: 6 }, () => async () => undefined)), options);
  // There are five pauses of 10 ms between six rounds. A timer drops the fraction of a millisecond, and may fire 1 ms early.
  expect(performance.now() - begun).toBeGreaterThan(40);
});
