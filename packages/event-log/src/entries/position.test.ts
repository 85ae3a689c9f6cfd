import { expect, it } from 'vitest';
import { BEFORE_ALL, comparePositions, formatLsn, parseLsn } from './position.ts';

it('sorts by commit, then by index in the transaction', () => {
  const at = (commitLsn: number, index: number) => ({ commitLsn, index });
  const sorted = [BEFORE_ALL, at(0, 0), at(5, 0), at(5, 1), at(5, 2), at(6, 0)];
  expect(sorted.toReversed().toSorted(comparePositions)).toEqual(sorted);
  expect(comparePositions(at(5, 1), at(5, 1))).toBe(0);
});

it.each([
  ['0/0', 0],
  ['0/1B968D0', 0x1b968d0],
  ['16/B374D848', 0x16b374d848],
  ['FFFFF/FFFFFFFF', 2 ** 52 - 1],
])('reads and writes %s', (text, lsn) => {
  expect(parseLsn(text)).toBe(lsn);
  expect(formatLsn(lsn)).toBe(text);
});

it('refuses text that is not a position', () => {
  for (const text of ['', '1', 'x/1', '1/2/3']) expect(() => parseLsn(text)).toThrow(RangeError);
});
