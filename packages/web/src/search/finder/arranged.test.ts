import { expect, it } from 'vitest';
import { arranged } from './arranged.ts';
import { type FinderRow, plain, type ScoredRow } from './finder-row.ts';

const row = (key: string, group?: FinderRow['group']): FinderRow => ({
  key,
  group,
  label: plain(key),
  lead: () => undefined,
  run: () => undefined,
});
const scored = (key: string, group: FinderRow['group'], score: number): ScoredRow => ({
  ...row(key, group),
  score,
});
const topic = (score: number, key = 'topic') => scored(key, 'goTo', score);
const command = (score: number, key = 'command') => scored(key, 'commandsAndSettings', score);
const filter = row('filter', 'filters');
const search = row('search');

/** Returns the keys of the rows, with a line where the rows of the server come. */
function order(found: readonly ScoredRow[]): string {
  const rows = arranged(found, [filter], search);
  const keys = (isLast: boolean) =>
    rows.filter((each) => (each.isLast ?? false) === isLast).map(({ key }) => key);
  expect(rows.map(({ key }) => key)).toEqual([...keys(false), ...keys(true)]);
  return [...keys(false), '|', ...keys(true)].join(' ');
}

it('begins with what one goes to, and ends with commands, filters and the search', () => {
  expect(order([command(90), topic(88), topic(78, 'other')])).toBe('topic other | command filter search');
});

it('begins with commands if nothing else matches', () => {
  expect(order([command(90), command(80, 'setting')])).toBe('command setting | filter search');
});

it('shows scattered letters only when nothing matches well, below the search', () => {
  expect(order([topic(90), topic(20, 'scattered'), command(30, 'far')])).toBe('topic | filter search');
  expect(order([command(90), topic(20)])).toBe('command | filter search');
  expect(order([command(30), topic(20)])).toBe('search topic | command filter');
});

it('begins with the search when nothing matches', () => {
  expect(order([])).toBe('search | filter');
});
