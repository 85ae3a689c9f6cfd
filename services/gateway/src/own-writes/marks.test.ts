import { expect, it } from 'vitest';
import { Marks } from './marks.ts';

const all = ['facts', 'messages'] as const;
const write = (name: string, change: 'facts' | 'messages' = 'facts') => ({ write: name, userId: 7, change });
const position = { epoch: 'e', sequence: 3 };

it('finds the marks of a user for what a request awaits', () => {
  const marks = new Marks();
  marks.begin(write('a', 'messages'), 0);
  expect(marks.of(7, all)).toHaveLength(1);
  expect(marks.of(7, ['facts'])).toEqual([]);
  expect(marks.of(8, all)).toEqual([]);
});

it('voids a known position when another write begins or ends', () => {
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

it('remembers the last report of presence for ten seconds', () => {
  const marks = new Marks();
  marks.report({ userId: 7, presence: { isActive: true, at: 100 } }, 0);
  marks.sweep(9_999);
  expect(marks.presenceOf(7)).toEqual({ isActive: true, at: 100 });
  marks.sweep(10_000);
  expect(marks.presenceOf(7)).toBeUndefined();
});
