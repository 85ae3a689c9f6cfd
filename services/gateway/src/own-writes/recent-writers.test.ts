import { expect, it } from 'vitest';
import { Marks } from './marks.ts';

const all = ['facts', 'messages'] as const;
const write = (name: string, change: 'facts' | 'messages' = 'facts') => ({ write: name, userId: 7, change });
const position = { epoch: 'e', sequence: 3 };

it('returns the marks of a user, limited to the kinds of data that a request reads', () => {
  const marks = new Marks();
  marks.begin(write('a', 'messages'), 0);
  expect(marks.of(7, all)).toHaveLength(1);
  expect(marks.of(7, ['facts'])).toEqual([]);
  expect(marks.of(8, all)).toEqual([]);
});

it('invalidates a known position when another write begins or ends', () => {
  const marks = new Marks();
  marks.begin(write('a'), 0);
  const [mark] = marks.of(7, all);
  mark!.position = position;
  marks.end(write('a'), 1);
  expect(mark!.position).toBeUndefined();
  mark!.position = position;
  marks.begin(write('b'), 2);
  expect(mark!.position).toBeUndefined();
});

it('keeps a write open until it ends, however often it is announced', () => {
  const marks = new Marks();
  marks.begin(write('a'), 0);
  marks.begin(write('a'), 0);
  marks.begin(write('b'), 0);
  const [mark] = marks.of(7, all);
  marks.end(write('a'), 1);
  expect(mark!.open.size).toBe(1);
  marks.end(write('b'), 1);
  expect(mark!.open.size).toBe(0);
});

it('ignores the beginning of a write that arrives after its end', () => {
  const marks = new Marks();
  marks.end(write('a'), 0);
  marks.begin(write('a'), 1);
  const [mark] = marks.of(7, all);
  expect(mark!.open.size).toBe(0);
  mark!.position = position;
  marks.begin(write('a'), 2);
  expect(mark!.position).toBe(position);
});

it('keeps a long write open for as long as its gateway announces it', () => {
  const marks = new Marks();
  marks.begin(write('a'), 0);
  marks.begin(write('a'), 29_000);
  marks.sweep(58_999);
  expect(marks.of(7, all)[0]!.open.size).toBe(1);
  marks.sweep(59_000);
  expect(marks.of(7, all)).toEqual([]);
});

it('keeps the other writes of a user when one of them never ends', () => {
  const marks = new Marks();
  marks.begin(write('lost'), 0);
  marks.begin(write('a'), 25_000);
  marks.end(write('a'), 25_001);
  marks.sweep(30_000);
  expect(marks.of(7, all)[0]!.open.size).toBe(0);
  marks.sweep(35_001);
  expect(marks.size).toBe(0);
});

it('keeps marks while the log is late', () => {
  const marks = new Marks();
  marks.end(write('a'), 0);
  marks.sweep(60_000, false);
  expect(marks.of(7, all)).toHaveLength(1);
});

it('forgets a user ten seconds after their last write, and a write that never ends after half a minute', () => {
  const marks = new Marks();
  marks.begin(write('a'), 0);
  marks.end(write('a'), 1_000);
  marks.begin({ ...write('b'), userId: 8 }, 0);
  marks.sweep(10_999);
  expect(marks.size).toBe(2);
  marks.sweep(11_000);
  expect(marks.of(7, all)).toEqual([]);
  marks.sweep(30_000);
  expect(marks.size).toBe(0);
});

it('marks every user after announcements may have been missed', () => {
  const marks = new Marks();
  marks.markEveryone(0);
  expect(marks.of(7, all)).toHaveLength(2);
  marks.sweep(10_000);
  expect(marks.of(7, all)).toEqual([]);
});

it('keeps the latest report of presence, whatever the order in which reports arrive', () => {
  const marks = new Marks();
  marks.report({ userId: 7, presence: { isActive: true, at: 101 } }, 0);
  marks.report({ userId: 7, presence: { isActive: false, at: 100 } }, 1);
  expect(marks.reports()).toEqual([{ userId: 7, presence: { isActive: true, at: 101 } }]);
});

it('keeps the last report of presence for ten seconds', () => {
  const marks = new Marks();
  marks.report({ userId: 7, presence: { isActive: true, at: 100 } }, 0);
  marks.sweep(9_999);
  expect(marks.presenceOf(7)).toEqual({ isActive: true, at: 100 });
  marks.sweep(10_000);
  expect(marks.presenceOf(7)).toBeUndefined();
});
