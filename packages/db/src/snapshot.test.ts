import { expect, it } from 'vitest';
import { containsSnapshot, snapshotOf } from './snapshot.ts';

const at = (snapshot: string) => snapshotOf({ snapshot, lsn: 0, timeline: 1 });
const contains = (later: string, earlier: string) => containsSnapshot(at(later), at(earlier));

it('a snapshot contains another when it shows every transaction that the other shows', () => {
  expect(contains('10:10:', '10:10:')).toBe(true);
  expect(contains('12:12:', '10:10:')).toBe(true);
  expect(contains('10:12:10', '10:12:10,11')).toBe(true);
  // Transaction 11 had not started in the earlier snapshot, and is in progress in the later one.
  expect(contains('11:12:11', '10:11:10')).toBe(true);
});

it('a snapshot does not contain another that shows more', () => {
  expect(contains('10:10:', '12:12:')).toBe(false);
  expect(contains('10:12:10,11', '10:12:10')).toBe(false);
  // Only the earlier snapshot contains transaction 10.
  expect(contains('10:14:10', '12:12:')).toBe(false);
});
