import { expect, it } from 'vitest';
import type { SearchServer } from '../search-run.ts';
import { KeptSearches, withRecent } from './kept-searches.ts';

const server: SearchServer = {
  messages: () => Promise.resolve({ messages: [], isComplete: true }),
  files: () => Promise.resolve([]),
  suggestions: () => Promise.resolve({ people: [], channels: [], topics: [], did_you_mean: null }),
};
const narrow = [{ operator: 'search', operand: 'noodles' }];

it('keeps the search of a history entry, and only of its address', () => {
  const searches = new KeptSearches();
  const first = searches.create('entry 1', '#a', { narrow }, 'newest', server);
  first.kind = 'files';
  expect(searches.find('entry 1', '#a')?.kind).toBe('files');
  expect(searches.find('entry 1', '#b')).toBeUndefined();
  expect(searches.find('entry 2', '#a')).toBeUndefined();
});

it('keeps the last ten', () => {
  const searches = new KeptSearches();
  for (let n = 0; n < 12; n++) searches.create(`${n}`, '#a', { narrow }, 'newest', server);
  const kept = Array.from({ length: 12 }, (_, n) => searches.find(`${n}`, '#a') !== undefined);
  expect(kept).toEqual([false, false, ...Array.from({ length: 10 }, () => true)]);
});

it('has each recent search once, the last one first', () => {
  const all = Array.from({ length: 12 }, (_, n) => `#${n}`).reduce<string[]>(withRecent, []);
  expect(all).toEqual(['#11', '#10', '#9', '#8', '#7', '#6', '#5', '#4', '#3', '#2']);
  expect(withRecent(all, '#5').slice(0, 3)).toEqual(['#5', '#11', '#10']);
});
