import { expect, it } from 'vitest';
import { RecentWriters } from './recent-writers.ts';

const all = ['facts', 'messages'] as const;
const write = (name: string, change: 'facts' | 'messages' = 'facts') => ({ write: name, userId: 7, change });
const position = { epoch: 'e', sequence: 3 };

it('returns the records of a user, limited to the kinds of data that a request reads', () => {
  const records = new RecentWriters();
  records.begin(write('a', 'messages'), 0);
  expect(records.of(7, all)).toHaveLength(1);
  expect(records.of(7, ['facts'])).toEqual([]);
  expect(records.of(8, all)).toEqual([]);
});

it('invalidates a known position when another write begins or ends', () => {
  const records = new RecentWriters();
  records.begin(write('a'), 0);
  const [record] = records.of(7, all);
  record!.position = position;
  records.end(write('a'), 1);
  expect(record!.position).toBeUndefined();
  record!.position = position;
  records.begin(write('b'), 2);
  expect(record!.position).toBeUndefined();
});

it('keeps a write open until it ends, however often it is announced', () => {
  const records = new RecentWriters();
  records.begin(write('a'), 0);
  records.begin(write('a'), 0);
  records.begin(write('b'), 0);
  const [record] = records.of(7, all);
  records.end(write('a'), 1);
  expect(record!.open.size).toBe(1);
  records.end(write('b'), 1);
  expect(record!.open.size).toBe(0);
});

it('ignores the beginning of a write that arrives after its end', () => {
  const records = new RecentWriters();
  records.end(write('a'), 0);
  records.begin(write('a'), 1);
  const [record] = records.of(7, all);
  expect(record!.open.size).toBe(0);
  record!.position = position;
  records.begin(write('a'), 2);
  expect(record!.position).toBe(position);
});

it('keeps a long write open for as long as its gateway announces it', () => {
  const records = new RecentWriters();
  records.begin(write('a'), 0);
  records.begin(write('a'), 29_000);
  records.sweep(58_999);
  expect(records.of(7, all)[0]!.open.size).toBe(1);
  records.sweep(59_000);
  expect(records.of(7, all)).toEqual([]);
});

it('keeps the other writes of a user when one of them never ends', () => {
  const records = new RecentWriters();
  records.begin(write('lost'), 0);
  records.begin(write('a'), 25_000);
  records.end(write('a'), 25_001);
  records.sweep(30_000);
  expect(records.of(7, all)[0]!.open.size).toBe(0);
  records.sweep(35_001);
  expect(records.size).toBe(0);
});

it('keeps records while the log is late', () => {
  const records = new RecentWriters();
  records.end(write('a'), 0);
  records.sweep(60_000, false);
  expect(records.of(7, all)).toHaveLength(1);
});

it('forgets a user ten seconds after their last write, and a write that never ends after half a minute', () => {
  const records = new RecentWriters();
  records.begin(write('a'), 0);
  records.end(write('a'), 1_000);
  records.begin({ ...write('b'), userId: 8 }, 0);
  records.sweep(10_999);
  expect(records.size).toBe(2);
  records.sweep(11_000);
  expect(records.of(7, all)).toEqual([]);
  records.sweep(30_000);
  expect(records.size).toBe(0);
});

it('records every user after announcements may have been missed', () => {
  const records = new RecentWriters();
  records.addEveryone(0);
  expect(records.of(7, all)).toHaveLength(2);
  records.sweep(10_000);
  expect(records.of(7, all)).toEqual([]);
});

it('keeps the latest report of presence, whatever the order in which reports arrive', () => {
  const records = new RecentWriters();
  records.report({ userId: 7, presence: { isActive: true, at: 101 } }, 0);
  records.report({ userId: 7, presence: { isActive: false, at: 100 } }, 1);
  expect(records.reports()).toEqual([{ userId: 7, presence: { isActive: true, at: 101 } }]);
});

it('keeps the last report of presence for ten seconds', () => {
  const records = new RecentWriters();
  records.report({ userId: 7, presence: { isActive: true, at: 100 } }, 0);
  records.sweep(9_999);
  expect(records.presenceOf(7)).toEqual({ isActive: true, at: 100 });
  records.sweep(10_000);
  expect(records.presenceOf(7)).toBeUndefined();
});
