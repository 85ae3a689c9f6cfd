import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Batch } from '../observable/batch.ts';
import { MessageList } from './message-list.ts';

const newest = Number.POSITIVE_INFINITY;
const emptyList = () => new MessageList(new Batch(), 'key', []);

describe('a list of messages', () => {
  it('keeps ranges separate until the messages between them are read', () => {
    const list = emptyList();
    list.merge({ from: 0, to: 20, ids: [10, 20] });
    list.merge({ from: 40, to: newest, ids: [40, 50] });
    expect(list.ranges).toHaveLength(2);
    expect(list.rangeAt(30)).toBeUndefined();
    expect(list.insert(30)).toBe(false);
    list.merge({ from: 20, to: 40, ids: [20, 30, 40] });
    expect(list.ranges).toEqual([{ from: 0, to: newest, ids: [10, 20, 30, 40, 50] }]);
  });

  it('removes messages that a new page of their range does not contain', () => {
    const list = emptyList();
    list.merge({ from: 0, to: newest, ids: [10, 20, 30] });
    list.merge({ from: 15, to: 25, ids: [] });
    expect(list.ranges).toEqual([{ from: 0, to: newest, ids: [10, 30] }]);
  });

  it('merges ranges at a message that was deleted meanwhile', () => {
    const list = emptyList();
    list.merge({ from: 20, to: newest, ids: [20, 30] });
    list.remove(20);
    list.merge({ from: 0, to: 20, ids: [10] });
    expect(list.ranges).toEqual([{ from: 0, to: newest, ids: [10, 30] }]);
  });

  it('notifies its listeners of added and removed messages', () => {
    const list = emptyList();
    list.merge({ from: 0, to: newest, ids: [] });
    let notified = 0;
    const stop = list.watch(() => notified++);
    expect(list.isWatched).toBe(true);
    list.insert(5);
    list.insert(5);
    list.remove(6);
    list.remove(5);
    expect(notified).toBe(2);
    stop();
    stop();
    expect(list.isWatched).toBe(false);
  });

  it('holds exactly the messages of the ranges that were read, in any order of reading', () => {
    const history = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 40 });
    const reads = fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 30 })));
    fc.assert(
      fc.property(history, reads, (ids, pages) => {
        const list = emptyList();
        const read = new Set<number>();
        for (const [from, length] of pages) {
          const to = from + length;
          for (let id = from; id <= to; id++) read.add(id);
          const page = ids.filter((id) => from <= id && id <= to).sort((one, other) => one - other);
          list.merge({ from, to, ids: page });
        }
        const known = list.ranges.flatMap((range) => range.ids);
        expect(known).toEqual(ids.filter((id) => read.has(id)).sort((one, other) => one - other));
        for (const [index, { from }] of list.ranges.entries()) {
          if (index > 0) expect(from).toBeGreaterThan(list.ranges[index - 1]!.to);
        }
      }),
    );
  });
});
