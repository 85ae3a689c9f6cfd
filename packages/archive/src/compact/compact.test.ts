import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { itemAt } from '@parley/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EntryIndex } from '../files/entry-index.ts';
import { defaultSourceLimits } from '../files/limits.ts';
import { KeyTable } from './key-table.ts';
import { NumberTable } from './number-table.ts';
import { TextList } from './text-list.ts';

describe('a key table', () => {
  it('numbers keys like a map, in the order in which they come', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string({ maxLength: 2 }), fc.string())), (keys) => {
        const table = new KeyTable();
        const map = new Map<string, number>();
        for (const key of keys) {
          expect(table.has(key)).toBe(map.has(key));
          const isNew = !map.has(key);
          if (isNew) map.set(key, map.size);
          expect(table.addNew(key)).toBe(isNew);
        }
        expect(table.size).toBe(map.size);
        for (const [key, number] of map) expect([table.find(key), table.add(key)]).toEqual([number, number]);
        expect(table.find(`${keys.join()} more`)).toBeUndefined();
      }),
    );
  });

  it('finds every key again when it has grown', () => {
    const table = new KeyTable();
    for (let at = 0; at < 20_000; at++) expect(table.add(`key ${at}`)).toBe(at);
    for (let at = 0; at < 20_000; at++) expect(table.find(`key ${at}`)).toBe(at);
    expect(table.find('key 20000')).toBeUndefined();
  });
});

it('a table of numbers keeps its rows when it grows', () => {
  const table = new NumberTable(3);
  for (let at = 0; at < 5_000; at++) table.add(at, at * 2 ** 31);
  table.set(7, 2, 1);
  expect([table.size, table.get(4_999, 0), table.get(4_999, 1)]).toEqual([5_000, 4_999, 4_999 * 2 ** 31]);
  expect([table.get(7, 2), table.get(8, 2)]).toEqual([1, 0]);
});

describe('a list of texts', () => {
  it('has each text again, also longer ones than a piece of its memory', () => {
    const texts = ['', 'a', 'häß 🎉', 'x'.repeat(3 * 2 ** 20), 'after', 'y'.repeat(2 ** 20 - 1), 'z'];
    const list = new TextList();
    for (const text of texts) list.add(text);
    expect(list.size).toBe(texts.length);
    expect(texts.every((text, at) => list.at(at) === text)).toBe(true);
  });

  it('is sorted like a list of strings, whatever its length', async () => {
    for (const count of [0, 1, 100, 40_000, 70_000]) {
      const texts = Array.from({ length: count }, (_, at) => `${(at * 7_919) % 100_003} ${at}`);
      const list = new TextList();
      for (const text of texts) list.add(text);
      const sorted = [...(await list.sorted())].map((at) => itemAt(texts, at));
      expect(sorted).toEqual(texts.toSorted((one, other) => (one < other ? -1 : 1)));
    }
  });
});

it('the index of an archive takes few bytes for each file', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = async () => {
    // What buffers took is given back after the collection.
    for (let times = 0; times < 3; times++) {
      collect();
      await setTimeout(20);
    }
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = await used();
  const count = 60_000;
  const index = new EntryIndex(defaultSourceLimits, 4, undefined);
  for (let at = 0; at < count; at++)
    index.add(`data/20240101/teams/noteam/users/u${at}/plan.txt`, at, at, at, 8, at);
  const { list, has } = await index.view();
  expect(list().reduce((sum, { size = 0 }) => sum + size, 0)).toBe((count * (count - 1)) / 2);
  expect(has('data/20240101/teams/noteam/users/u9/plan.txt')).toBe(true);
  expect(((await used()) - before) / count).toBeLessThan(200);
});
