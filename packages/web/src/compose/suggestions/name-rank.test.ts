import { describe, expect, it } from 'vitest';
import { type Closeness, matchedRange, mentionValue, nameRankFor } from './name-rank.ts';

type Known = readonly [name: string, closeness?: Closeness];

/** Returns the names in the order of suggestions. */
const order = (query: string, people: readonly Known[]): string[] => {
  const rank = nameRankFor(query);
  return people
    .flatMap(([name, closeness = 'elsewhere']) => {
      const value = rank(name);
      return value === undefined ? [] : [{ name, value: mentionValue(value, closeness) }];
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
    const here = 'conversation';
    expect(order('an', [['An'], ['Andrea', here], ['Lee Anton', here], ['Jean', here]])).toEqual([
      'Andrea',
      'Lee Anton',
      'An',
      'Jean',
    ]);
  });

  it('come by conversation, channel and elsewhere, of names with a word that begins so and of others', () => {
    const people: Known[] = [
      ['Marie Member'],
      ['Emma'],
      ['Malik Member', 'channel'],
      ['Nowak Mateusz', 'channel'],
      ['Fatima Zahra', 'conversation'],
      ['Priya Raman', 'channel'],
      ['Lee Mann', 'conversation'],
    ];
    expect(order('ma', people)).toEqual([
      'Lee Mann',
      'Malik Member',
      'Nowak Mateusz',
      'Marie Member',
      'Fatima Zahra',
      'Priya Raman',
      'Emma',
    ]);
  });

  it('are found without regard to case and accents of case', () => {
    expect(order('ÄRZ', [['ärzte']])).toEqual(['ärzte']);
    expect(order('', [['Bo'], ['An', 'conversation']])).toEqual(['An', 'Bo']);
  });
});

describe('the part of a label that matches', () => {
  it.each([
    ['Emma Maier', 'ma', 'Emma [Ma]ier'],
    ['Fatima', 'MA', 'Fati[ma]'],
    ['#general', 'gen', '#[gen]eral'],
    ['Hans Weiß', 'weis', 'Hans [Weiß]'],
    ['Weißer Hai', 'hai', 'Weißer [Hai]'],
    ['😀 Anna', 'an', '😀 [An]na'],
    ['Anna', '', 'Anna'],
    ['Anna', 'x', 'Anna'],
  ])('of %s for “%s” is marked: %s', (label, query, expected) => {
    const match = matchedRange(label, query);
    const shown = match
      ? `${label.slice(0, match[0])}[${label.slice(...match)}]${label.slice(match[1])}`
      : label;
    expect(shown).toBe(expected);
  });
});
