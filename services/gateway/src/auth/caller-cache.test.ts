import type { Clock } from '@parley/core';
import { expect, it } from 'vitest';
import { type Caller, CallerCache } from './caller-cache.ts';

const alice: Caller = { userId: 1 };
const bob: Caller = { userId: 2 };

function create(maxEntries = 10) {
  let now = 0;
  const clock: Clock = { now: () => now, monotonic: () => now };
  const cache = new CallerCache({ maxEntries, maxAgeMs: 10_000, clock });
  return {
    cache,
    advance: (ms: number) => {
      now += ms;
    },
  };
}

it('caches an answer until its maximum age, counted from the request', async () => {
  const { cache, advance } = create();
  await cache.fill('a', async () => {
    advance(1_000);
    return alice;
  });
  expect(cache.get('a')).toBe(alice);
  advance(8_999);
  expect(cache.get('a')).toBe(alice);
  advance(1);
  expect(cache.get('a')).toBeUndefined();
  expect(cache.size).toBe(0);
});

it('does not cache refusals', async () => {
  const { cache } = create();
  await expect(cache.fill('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(cache.size).toBe(0);
});

it('drops every key of a changed user and no other', async () => {
  const { cache } = create();
  await cache.fill('a1', async () => alice);
  await cache.fill('a2', async () => alice);
  await cache.fill('b', async () => bob);
  cache.invalidate(alice.userId);
  expect([cache.get('a1'), cache.get('a2'), cache.get('b')]).toEqual([undefined, undefined, bob]);
});

it('does not cache an answer that was invalidated while it was in flight', async () => {
  const { cache } = create();
  const answers = { a: Promise.withResolvers<Caller>(), b: Promise.withResolvers<Caller>() };
  const filling = [cache.fill('a', () => answers.a.promise), cache.fill('b', () => answers.b.promise)];
  cache.invalidate(alice.userId);
  answers.a.resolve(alice);
  answers.b.resolve(bob);
  expect(await Promise.all(filling)).toEqual([alice, bob]);
  expect(cache.get('a')).toBeUndefined();
  expect(cache.get('b')).toBe(bob);
});

it('drops all answers at a gap in the log', async () => {
  const { cache } = create();
  await cache.fill('a', async () => alice);
  const answer = Promise.withResolvers<Caller>();
  const filling = cache.fill('b', () => answer.promise);
  cache.clear();
  answer.resolve(bob);
  await filling;
  expect(cache.size).toBe(0);
});

it('stays within its size limit by dropping the oldest answers', async () => {
  const { cache } = create(2);
  for (const [key, userId] of Object.entries({ a: 1, b: 2, c: 3 }))
    await cache.fill(key, async () => ({ userId }));
  expect(cache.size).toBe(2);
  expect(cache.get('a')).toBeUndefined();
  expect(cache.get('c')).toEqual({ userId: 3 });
  cache.invalidate(2);
  expect(cache.size).toBe(1);
});
