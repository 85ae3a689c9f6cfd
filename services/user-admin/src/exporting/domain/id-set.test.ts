import { expect, it } from 'vitest';
import { IdSet } from './id-set.ts';

it('contains each ID once, whatever the distance between IDs', () => {
  const ids = [1, 2, 7, 8, 65_535, 65_536, 65_537, 2 ** 40, 2 ** 40 + 1];
  const set = new IdSet();
  expect(ids.map((id) => set.add(id))).toEqual(ids.map(() => true));
  expect(ids.map((id) => set.add(id))).toEqual(ids.map(() => false));
});
