import { describe, expect, it } from 'vitest';
import { chunkByLook } from './chunks.ts';

const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

describe('chunkByLook', () => {
  it('puts people with the same look into as few events as the limit allows', () => {
    const chunks = chunkByLook([{ look: 'plain', userIds: ids(0, 10_001) }], 100);
    expect(chunks.map((chunk) => chunk.map((group) => group.userIds.length))).toEqual([[5000], [5000], [1]]);
    expect(chunks.flat().flatMap((group) => group.userIds)).toEqual(ids(0, 10_001));
  });

  it('puts as many looks into one event as fit', () => {
    const groups = [
      { look: 'a', userIds: ids(0, 3) },
      { look: 'b', userIds: ids(3, 5) },
    ];
    expect(chunkByLook(groups, 1000)).toEqual([groups]);
    expect(chunkByLook(groups, 300_000)).toEqual(groups.map((group) => [group]));
    expect(chunkByLook(groups, 1000, 4).map((chunk) => chunk.map((group) => group.userIds))).toEqual([
      [ids(0, 3), [3]],
      [[4]],
    ]);
  });

  it('makes no event without people', () => {
    expect(chunkByLook([], 1)).toEqual([]);
    expect(chunkByLook([{ look: 'a', userIds: [] }], 1)).toEqual([]);
  });
});
