import { expect, it } from 'vitest';
import { groupsUpTo } from './groups.ts';

it.each([
  [[], []],
  [
    [3, 3, 3, 3],
    [[3, 3, 3], [3]],
  ],
  [
    [20, 1, 20],
    [[20], [1], [20]],
  ],
  [
    [0, 10, 0, 1],
    [[0, 10, 0], [1]],
  ],
])('%j forms groups of at most 10: %j', (sizes, expected) => {
  expect(groupsUpTo(10, sizes, (size) => size)).toEqual(expected);
});
