import { parseSnapshot } from '@parley/core';
import { expect, it } from 'vitest';
import { isVisible, transactionIdOf, transactionKey } from './snapshot.ts';

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

it('contains transactions of an earlier timeline, and none of a later one, whatever their IDs', () => {
  const snapshot = { ...parseSnapshot('990:1000:990,995'), timeline: 2 };
  const seen = (id: number, timeline: number) => isVisible(transactionKey(id, timeline), snapshot);
  expect([seen(995, 1), seen(1001, 1)]).toEqual([true, true]);
  expect([seen(992, 2), seen(995, 2), seen(1000, 2)]).toEqual([true, false, false]);
  expect([seen(5, 3), seen(992, 3)]).toEqual([false, false]);
});

it('compares IDs alone where an earlier release wrote no timeline', () => {
  const snapshot = parseSnapshot('990:1000:');
  expect(isVisible(transactionKey(999, 3), snapshot)).toBe(true);
  expect(isVisible(transactionKey(1000, 3), snapshot)).toBe(false);
  expect(isVisible(999, { ...snapshot, timeline: 2 })).toBe(true);
});

it('keeps keys exact and in order of timelines', () => {
  const last = 2 ** 42 - 1;
  expect(transactionKey(last, 2047)).toBeLessThan(2 ** 53);
  expect(transactionIdOf(transactionKey(last, 2047))).toBe(last);
  expect(transactionKey(1, 2)).toBeGreaterThan(transactionKey(last, 1));
});
