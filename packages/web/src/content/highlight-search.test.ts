import { expect, it } from 'vitest';
import { patternOf } from './highlight-search.ts';

const found = (text: string, operand: string, negated = false) =>
  [...text.matchAll(patternOf([{ operator: 'search', operand, negated }]) ?? /(?!)/g)].map(([each]) => each);

it('finds words by their beginnings, in any case', () => {
  expect(found('Noodles, noodle soup, no Nudel', 'noodle')).toEqual(['Noodle', 'noodle']);
});

it('matches special characters of regular expressions literally', () => {
  expect(found('a.c abc', '"a.c" (x')).toEqual(['a', 'c', 'a']);
});

it('marks nothing for excluded words and for narrows without words', () => {
  expect(found('noodles', 'noodles', true)).toEqual([]);
  expect(patternOf([{ operator: 'is', operand: 'starred' }])).toBeUndefined();
});
