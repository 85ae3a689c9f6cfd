import { expect, it } from 'vitest';
import { createSendTimes } from './send-times.ts';

function measured() {
  let now = 0;
  const times = createSendTimes(() => now);
  const pass = (ms: number) => async () => {
    now += ms;
  };
  return { times, pass, wait: (ms: number) => (now += ms) };
}

it('tells sends beside a batch of an import from those without', async () => {
  const { times, pass, wait } = measured();
  for (let at = 0; at < 100; at++) await times.measure(pass(at));
  expect(times.take()).toEqual({ besideMs: [], aloneMs: 99 });
  await times.besideImport(async () => {
    await times.measure(pass(300));
  });
  // While the import rests, it is still under way.
  await times.measure(pass(10));
  // Later, a send says nothing of the time without, either.
  wait(5_000);
  await times.measure(pass(1_000));
  expect(times.take()).toEqual({ besideMs: [300, 10], aloneMs: 99 });
  expect(times.take().besideMs).toEqual([]);
  wait(31_000);
  for (let at = 0; at < 1_000; at++) await times.measure(pass(7));
  expect(times.take()).toEqual({ besideMs: [], aloneMs: 7 });
});

it('counts a send that a batch has met on its way', async () => {
  const { times, pass } = measured();
  await times.measure(async () => {
    await times.besideImport(pass(40));
  });
  expect(times.take().besideMs).toEqual([40]);
});

it('keeps a bounded number of times, and none of a failed send', async () => {
  const { times, pass } = measured();
  await times.besideImport(async () => {
    for (let at = 0; at < 500; at++) await times.measure(pass(1));
  });
  await expect(times.measure(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(times.take().besideMs).toHaveLength(200);
});
