import { describe, expect, it } from 'vitest';
import { chunkBySettings } from './chunks.ts';

const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

describe('chunkBySettings', () => {
  it('puts people who share an object into as few events as the limit allows', () => {
    const chunks = chunkBySettings([{ settings: 'plain', userIds: ids(0, 10_001) }], 100);
    expect(chunks.map((chunk) => chunk.map((group) => group.userIds.length))).toEqual([[5000], [5000], [1]]);
    expect(chunks.flat().flatMap((group) => group.userIds)).toEqual(ids(0, 10_001));
  });

  it('puts as many objects into one event as fit', () => {
    const groups = [
      { settings: 'a', userIds: ids(0, 3) },
      { settings: 'b', userIds: ids(3, 5) },
    ];
    expect(chunkBySettings(groups, 1000)).toEqual([groups]);
    expect(chunkBySettings(groups, 300_000)).toEqual(groups.map((group) => [group]));
    expect(chunkBySettings(groups, 1000, 4).map((chunk) => chunk.map((group) => group.userIds))).toEqual([
      [ids(0, 3), [3]],
      [[4]],
    ]);
  });

  it('makes no event without people', () => {
    expect(chunkBySettings([], 1)).toEqual([]);
    expect(chunkBySettings([{ settings: 'a', userIds: [] }], 1)).toEqual([]);
  });
});
