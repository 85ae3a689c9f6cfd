import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Opening, ReadingPosition } from './reading-position.ts';

/** A list whose messages with odd IDs are unread, and those divisible by 5 the reader's own. */
class List {
  all: number[] = [];
  unread = new Set<number>();
  ids = () => this.all;
  isOwn = (id: number) => id % 5 === 0;
  isUnread = (id: number) => this.unread.has(id);
}

const fresh: Opening = { saved: undefined, near: undefined, continued: undefined };
let list: List;
let reading: ReadingPosition;

beforeEach(() => {
  list = new List();
  reading = new ReadingPosition(list, () => undefined);
});

const fill = (ids: number[], unread: number[] = []) => {
  list.all = ids;
  list.unread = new Set(unread);
};

describe('a list begins', () => {
  it('at the first unread message of another person, below a line', () => {
    fill([1, 2, 3, 4, 5, 6, 7], [5, 6, 7]);
    reading.open(fresh);
    expect(reading.settle(true)).toEqual({ kind: 'unread', messageId: 6 });
    expect(reading.lineId).toBe(6);
    expect(reading.settle(true)).toBeUndefined();
  });

  it('at its end without unread messages, and where it does not begin at these', () => {
    fill([1, 2, 3]);
    reading.open(fresh);
    expect(reading.settle(true)).toEqual({ kind: 'end' });
    fill([1, 2, 3], [2]);
    reading.close();
    reading.open(fresh);
    expect(reading.settle(false)).toEqual({ kind: 'end' });
    expect(reading.lineId).toBeUndefined();
  });

  it('at the message of the address, which glows, or at the next one', () => {
    fill([1, 3, 7]);
    reading.open({ ...fresh, near: 3 });
    expect(reading.beginId).toBe(3);
    expect(reading.settle(true)).toEqual({ kind: 'linked', messageId: 3 });
    expect(reading.linkedId).toBe(3);
    reading.forgetLink();
    expect(reading.linkedId).toBeUndefined();
    reading.open({ ...fresh, near: 4 });
    expect(reading.settle(true)).toEqual({ kind: 'linked', messageId: 4 });
    expect(reading.linkedId).toBeUndefined();
    reading.open({ ...fresh, near: 9 });
    expect(reading.settle(true)).toEqual({ kind: 'end' });
  });

  it('where the reader left it, whatever the address says, and without a glow', () => {
    fill([1, 2, 3], [2, 3]);
    const saved = { messageId: 2, offset: -7 };
    reading.open({ ...fresh, saved, near: 3 });
    expect(reading.beginId).toBe(2);
    expect(reading.settle(true)).toEqual({ kind: 'position', position: saved });
    expect(reading.linkedId).toBeUndefined();
  });

  it('where the list was that it continues, below the same line', () => {
    fill([1, 2, 3, 4], [4]);
    reading.open({ ...fresh, continued: { position: { messageId: 2, offset: 1 }, firstUnreadId: 3 } });
    expect(reading.settle(true)).toEqual({ kind: 'position', position: { messageId: 2, offset: 1 } });
    expect(reading.lineId).toBe(3);
    reading.open({ ...fresh, near: 1, continued: { position: undefined, firstUnreadId: undefined } });
    expect(reading.isContinued).toBe(true);
    expect(reading.beginId).toBeUndefined();
    expect(reading.settle(true)).toEqual({ kind: 'end' });
    expect(reading.lineId).toBeUndefined();
  });
});

describe('the line of unread messages', () => {
  beforeEach(() => {
    fill([1, 2, 3, 4], [3, 4]);
    reading.open(fresh);
    reading.settle(true);
  });

  it('stays while the reader looks, also when everything was read', () => {
    list.unread.clear();
    list.all.push(6);
    list.unread.add(6);
    reading.arrive([6], true);
    expect(reading.lineId).toBe(3);
  });

  it('moves above what arrives while nobody looks, once what is below it was read', () => {
    list.all.push(6, 7);
    for (const id of [6, 7]) list.unread.add(id);
    reading.arrive([6, 7], false);
    expect(reading.lineId).toBe(3);
    list.unread.delete(3);
    list.all.push(8, 9);
    for (const id of [8, 9]) list.unread.add(id);
    reading.arrive([8, 9], false);
    expect(reading.lineId).toBe(8);
  });

  it('is drawn above what arrives below the view, unless it may be on view itself', () => {
    const arrive = (id: number) => {
      list.all.push(id);
      list.unread.add(id);
      reading.arrive([id], true);
    };
    list.unread.clear();
    reading.look({ messageId: 2, offset: 0 }, false);
    arrive(6);
    expect(reading.lineId).toBe(3);
    reading.look({ messageId: 4, offset: 0 }, false);
    arrive(7);
    expect(reading.lineId).toBe(7);
    arrive(8);
    expect(reading.lineId).toBe(7);
    list.unread.clear();
    reading.look({ messageId: 8, offset: 0 }, true);
    arrive(9);
    expect(reading.lineId).toBe(7);
    reading.open(fresh);
    fill([1, 2]);
    reading.settle(true);
    reading.look({ messageId: 1, offset: 0 }, false);
    arrive(4);
    expect(reading.lineId).toBe(4);
  });

  it('is drawn again above what is marked as unread, in several steps, and never above an own message', () => {
    list.unread.clear();
    list.all = [1, 2, 3, 4, 5, 6, 7];
    for (const id of [4, 5]) list.unread.add(id);
    reading.markUnread([5, 4]);
    expect(reading.lineId).toBe(4);
    for (const id of [6, 7]) list.unread.add(id);
    reading.markUnread([6, 7]);
    expect(reading.lineId).toBe(4);
    list.unread = new Set([5, 6]);
    reading.markUnread([5, 6]);
    expect(reading.lineId).toBe(6);
    reading.markUnread([100]);
    expect(reading.lineId).toBe(6);
  });

  it('is offered while it is above the view and unread', () => {
    reading.look({ messageId: 4, offset: 0 }, false);
    expect(reading.isUnreadAbove).toBe(true);
    list.unread.delete(3);
    reading.look({ messageId: 4, offset: 0 }, false);
    expect(reading.isUnreadAbove).toBe(false);
  });
});

it('counts what arrived below the view, without own messages, until the end is on view', () => {
  fill([1, 2]);
  reading.open(fresh);
  reading.settle(true);
  reading.look({ messageId: 1, offset: 0 }, false);
  list.all.push(3, 5);
  reading.arrive([3, 5], true);
  expect(reading.missed).toBe(1);
  reading.look({ messageId: 2, offset: 0 }, true);
  expect(reading.missed).toBe(0);
  expect(reading.position).toBeUndefined();
});

/** Things that happen to a list, in any order. */
type Step =
  | { do: 'arrive'; count: number; isLookedAt: boolean }
  | { do: 'read'; upTo: number }
  | { do: 'unread'; from: number }
  | { do: 'scroll'; to: number; isAtEnd: boolean }
  | { do: 'leave' }
  | { do: 'delete'; at: number }
  | { do: 'load'; count: number };

const index = fc.nat(40);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('arrive' as const),
    count: fc.integer({ min: 1, max: 4 }),
    isLookedAt: fc.boolean(),
  }),
  fc.record({ do: fc.constant('read' as const), upTo: index }),
  fc.record({ do: fc.constant('unread' as const), from: index }),
  fc.record({ do: fc.constant('scroll' as const), to: index, isAtEnd: fc.boolean() }),
  fc.record({ do: fc.constant('leave' as const) }),
  fc.record({ do: fc.constant('delete' as const), at: index }),
  fc.record({ do: fc.constant('load' as const), count: fc.integer({ min: 1, max: 5 }) }),
);

it('keeps its promises whatever happens in whatever order', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      list = new List();
      reading = new ReadingPosition(list, () => undefined);
      let next = 101;
      let oldest = 100;
      fill([100], [100]);
      reading.open(fresh);
      /** Messages that were marked as unread during the visit. */
      let kept = new Set<number>();
      let isSame = reading.visit();
      for (const each of steps) {
        const line = reading.lineId;
        const wasLineUnread = line !== undefined && list.isUnread(line);
        reading.settle(true);
        const settled = reading.lineId;
        switch (each.do) {
          case 'arrive': {
            const ids = Array.from({ length: each.count }, () => next++);
            list.all.push(...ids);
            for (const id of ids) list.unread.add(id);
            reading.arrive(ids, each.isLookedAt);
            // The line stays while the reader looks at the end or at the line, and while what is below it is unread.
            const top = reading.position?.messageId;
            const isSeen =
              each.isLookedAt && (top === undefined || (settled !== undefined && settled >= top));
            if (isSeen || (wasLineUnread && line === settled)) expect(reading.lineId).toBe(settled);
            break;
          }
          case 'read':
            for (const id of list.all.slice(0, each.upTo)) list.unread.delete(id);
            expect(reading.lineId).toBe(settled);
            break;
          case 'unread': {
            const ids = list.all.slice(each.from);
            for (const id of ids) {
              list.unread.add(id);
              kept.add(id);
            }
            reading.markUnread(ids);
            const first = ids.find((id) => !list.isOwn(id));
            // Below the line is what was marked, or something unread before it.
            if (first !== undefined) {
              expect(reading.lineId).toBeLessThanOrEqual(first);
              expect(list.isUnread(reading.lineId!)).toBe(true);
            }
            break;
          }
          case 'scroll': {
            const id = list.all[each.to % Math.max(1, list.all.length)];
            const top = id === undefined ? undefined : { messageId: id, offset: -each.to };
            reading.look(top, each.isAtEnd);
            if (reading.isPlaced) expect(reading.position).toEqual(each.isAtEnd ? undefined : top);
            if (each.isAtEnd) expect(reading.missed).toBe(0);
            expect(reading.lineId).toBe(settled);
            break;
          }
          case 'leave':
            reading.close();
            expect(isSame()).toBe(false);
            reading.open(fresh);
            isSame = reading.visit();
            kept = new Set();
            expect([reading.missed, reading.position, reading.isPlaced]).toEqual([0, undefined, false]);
            break;
          case 'delete':
            list.all.splice(each.at % Math.max(1, list.all.length), 1);
            break;
          case 'load':
            list.all.unshift(...Array.from({ length: each.count }, () => --oldest).reverse());
            expect(reading.lineId).toBe(settled);
        }
        if (each.do !== 'leave') expect(isSame()).toBe(true);
        // The line is never above an own message, and nothing that was kept unread is marked as read by looking.
        if (reading.lineId !== undefined) expect(list.isOwn(reading.lineId)).toBe(false);
        const marked = reading.toMarkRead(list.all);
        expect(marked.filter((id) => kept.has(id) || !list.isUnread(id))).toEqual([]);
        expect(marked).toEqual(list.all.filter((id) => list.isUnread(id) && !kept.has(id)));
      }
    }),
    { numRuns: 500 },
  );
});
