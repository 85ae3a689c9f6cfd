import { describe, expect, it } from 'vitest';
import { mentionValue, nameRankFor } from './name-rank.ts';

type Known = readonly [name: string, isNearby?: boolean];

/** Returns the names in the order of suggestions. */
const order = (query: string, people: readonly Known[]): string[] => {
  const rank = nameRankFor(query);
  return people
    .flatMap(([name, isNearby = false]) => {
      const value = rank(name);
      return value === undefined ? [] : [{ name, value: mentionValue(value, isNearby) }];
    })
    .sort((one, other) => one.value - other.value)
    .map(({ name }) => name);
};

describe('people in a mention', () => {
  it('come by whole words, beginnings of the name, of later words, and parts', () => {
    expect(order('ann', [['Joanna'], ['Mary-Annabel'], ['Annika'], ['Lee Ann'], ['Bob']])).toEqual([
      'Lee Ann',
      'Annika',
      'Mary-Annabel',
      'Joanna',
    ]);
  });

  it('of the conversation come first, unless only a part within a word fits', () => {
    expect(order('an', [['An'], ['Andrea', true], ['Lee Anton', true], ['Jean', true]])).toEqual([
      'Andrea',
      'Lee Anton',
      'An',
      'Jean',
    ]);
  });

  it('are found without regard to case and accents of case', () => {
    expect(order('ÄRZ', [['ärzte']])).toEqual(['ärzte']);
    expect(order('', [['An', true], ['Bo']])).toEqual(['An', 'Bo']);
  });
});
