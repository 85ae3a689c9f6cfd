import { expect, it } from 'vitest';
import { createShared } from './shared-question.ts';

it('sends one request at a time: callers who come while it is under way share the next one, and a failure is not kept', async () => {
  let asked = 0;
  const answers: PromiseWithResolvers<number>[] = [];
  const ask = createShared(
    () => {
      asked++;
      const answer = Promise.withResolvers<number>();
      answers.push(answer);
      return answer.promise;
    },
    0,
    () => performance.now(),
  );
  const early = [ask(), ask(), ask()];
  await Promise.resolve();
  while (answers.length < 1) await new Promise(setImmediate);
  const late = [ask(), ask()];
  await new Promise(setImmediate);
  expect(asked).toBe(1);
  answers[0]!.resolve(7);
  expect(await Promise.all(early)).toEqual([7, 7, 7]);
  while (answers.length < 2) await new Promise(setImmediate);
  answers[1]!.reject(new Error('no answer'));
  for (const each of await Promise.allSettled(late)) expect(each.status).toBe('rejected');
  const again = ask();
  while (answers.length < 3) await new Promise(setImmediate);
  answers[2]!.resolve(8);
  expect(await again).toBe(8);
  expect(asked).toBe(3);
});

it('waits for a minimum interval between two requests', async () => {
  const begun: number[] = [];
  // The test and the code use the same clock, because a request may start late on a busy machine.
  let nowMs = 0;
  const ask = createShared(
    async () => begun.push(nowMs),
    40,
    () => {
      nowMs = performance.now();
      return nowMs;
    },
  );
  await ask();
  await Promise.all([ask(), ask()]);
  await ask();
  expect(begun).toHaveLength(3);
  expect(begun[1]! - begun[0]!).toBeGreaterThan(39.99);
  expect(begun[2]! - begun[1]!).toBeGreaterThan(39.99);
});
