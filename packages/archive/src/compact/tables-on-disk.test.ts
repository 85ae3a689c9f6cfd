import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { KeyTable } from './key-table.ts';
import { NumberTable } from './number-table.ts';
import { PagedBytes, pageBytes, pagesInMemory } from './paged-bytes.ts';
import { TextList } from './text-list.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-tables-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A sequence in which each number below `count` comes once, and neighbors are far from each other. */
const scattered = (count: number): number[] => Array.from({ length: count }, (_, at) => (at * 7_919) % count);

it('bytes that do not fit into memory are on disk, under no name, and come back', () => {
  const bytes = new PagedBytes(folder);
  const count = 16_000;
  for (const number of scattered(count)) bytes.page(number, true).numbers[number % 1_000] = number + 1;
  expect(pagesInMemory()).toBeLessThanOrEqual(12 * 1024);
  const wrong = scattered(count)
    .reverse()
    .filter((number) => {
      const { numbers } = bytes.page(number);
      return numbers[number % 1_000] !== number + 1 || numbers[(number + 1) % 1_000] !== 0;
    });
  expect(wrong).toEqual([]);
  bytes.page(3, true).bytes.fill(7);
  for (let number = 100; number < count; number++) bytes.page(number);
  expect(bytes.page(3).bytes.equals(Buffer.alloc(pageBytes, 7))).toBe(true);
  expect(pagesInMemory()).toBeLessThanOrEqual(12 * 1024);
  expect(readdirSync(folder)).toEqual([]);
});

it('tables that do not fit into memory answer like those that do', async () => {
  const other = new PagedBytes(folder);
  for (let page = 0; page < 11_500; page++) other.page(page, true).words.fill(page);
  const count = 100_000;
  const [keys, numbers, texts] = [new KeyTable(folder), new NumberTable(5, folder), new TextList(folder)];
  const textOf = (number: number) => `${(number * 7_919) % count} folder/of a path/häß-${number}`;
  for (let number = 0; number < count; number++) {
    expect(keys.add(textOf(number))).toBe(number);
    numbers.add(number, 0, -number);
    texts.add(textOf(number));
  }
  for (const number of scattered(count).filter((_, at) => at % 7 === 0)) {
    expect(keys.find(textOf(number))).toBe(number);
    expect([numbers.get(number, 0), numbers.get(number, 2), numbers.get(number, 4)]).toEqual([
      number,
      -number,
      0,
    ]);
    expect(texts.at(number)).toBe(textOf(number));
  }
  expect(keys.has('another')).toBe(false);
  const sorted = await texts.sorted();
  expect(other.page(11_000).words.every((word) => word === 11_000)).toBe(true);
  expect(sorted).toHaveLength(count);
  expect(sorted.slice(1).every((number, at) => texts.at(sorted[at]!) < texts.at(number))).toBe(true);
}, 120_000);
