import { parseSnapshot } from '@parley/core';
import { expect, it } from 'vitest';
import { isVisible } from './snapshot.ts';

it('reports which transactions a snapshot contains', () => {
  const snapshot = parseSnapshot('4294967290:4294967300:4294967290,4294967297');
  const seen = [1, 4294967289, 4294967290, 4294967291, 4294967297, 4294967299, 4294967300, 2 ** 40].map(
    (id) => isVisible(id, snapshot),
  );
  expect(seen).toEqual([true, true, false, true, false, true, false, false]);
});

it('contains no signals, because they belong to no transaction', () => {
  expect(isVisible(0, parseSnapshot('10:10:'))).toBe(false);
});
