import { describe, expect, it } from 'vitest';
import { bestNamed, nameMatcher } from './name-search.ts';

describe('nameMatcher', () => {
  it.each<[string, string, number | undefined]>([
    ['anna', 'Anna', 0],
    ['ann', 'Anna Schmidt', 1],
    ['sch', 'Anna Schmidt', 2],
    ['schm an', 'Anna Schmidt', 2],
    ['MULLER', 'Jörg Müller', 2],
    ['strasse', 'Straße', 0],
    ['chmidt', 'Anna Schmidt', undefined],
    ['anna x', 'Anna Schmidt', undefined],
    ['', 'Anna', undefined],
    ['!?', 'Anna', undefined],
    ['design', 'product-design', 2],
  ])('%s fits %s: %s', (query, name, rank) => {
    expect(nameMatcher(query)(name)).toBe(rank);
  });
});

describe('bestNamed', () => {
  it('returns the best names first, as many as wanted', () => {
    const names = ['Old design', 'Design team', 'Design', 'Sales', 'design'];
    expect(bestNamed(names, 'design', (name) => [name], 3)).toEqual(['Design', 'design', 'Design team']);
  });
});
