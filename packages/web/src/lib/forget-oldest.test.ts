import { expect, it } from 'vitest';
import { forgetOldest } from './forget-oldest.ts';

it('forgets what was added first, and no more than needed', () => {
  const numbers = new Set([3, 1, 2]);
  forgetOldest(numbers, 3);
  expect([...numbers]).toEqual([3, 1, 2]);
  forgetOldest(numbers, 2);
  expect([...numbers]).toEqual([1, 2]);
  const names = new Map([
    ['a', 1],
    ['b', 2],
  ]);
  forgetOldest(names, 0);
  expect(names.size).toBe(0);
});
