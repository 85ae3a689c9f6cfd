import { languagesOfSearch, parseSearch, stemsOfForms, termsOfStem } from '@parley/search-text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bothCorrections, formsOfSpellings, mayBeMisspelt, spellingsOf } from './typing-errors.ts';

/** The distance of Damerau and Levenshtein (optimal string alignment), by its definition. */
function distance(a: readonly string[], b: readonly string[]): number {
  const rows: number[][] = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (_cell, column) => (row === 0 ? column : column === 0 ? row : 0)),
  );
  for (let row = 1; row <= a.length; row++) {
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1;
      let best = Math.min(
        rows[row - 1]![column]! + 1,
        rows[row]![column - 1]! + 1,
        rows[row - 1]![column - 1]! + same,
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        best = Math.min(best, rows[row - 2]![column - 2]! + 1);
      }
      rows[row]![column] = best;
    }
  }
  return rows[a.length]![b.length]!;
}

const wordsOf = (operand: string) => parseSearch(operand).words;
const spellings = (word: string) =>
  (spellingsOf(wordsOf(word)).get(word) ?? []).map(({ spelling }) => spelling);

describe('other spellings of a word', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcde'), minLength: 6, maxLength: 9 });

  it('are those that differ by one typing error', () => {
    fc.assert(
      fc.property(word, word, (typed, other) => {
        const isNear = typed !== other && distance([...typed], [...other]) <= 1;
        expect(spellings(typed).includes(other)).toBe(isNear);
        for (const each of spellings(typed).slice(0, 40)) expect(distance([...typed], [...each])).toBe(1);
      }),
      { numRuns: 300 },
    );
  });

  it.each(['server', 'сервер', 'διακομιστής', 'hauser'])('exist for %s', (typed) => {
    const [word] = wordsOf(typed);
    expect(mayBeMisspelt(wordsOf(typed))).toBe(true);
    expect(spellings(word?.literal ?? '').length).toBeGreaterThan(100);
  });

  it.each(['short', '"quoted words"', '-excluded', '東京都の天気です', '1'])(
    'do not exist for %s',
    (typed) => {
      expect(mayBeMisspelt(wordsOf(typed))).toBe(false);
      expect(spellingsOf(wordsOf(typed)).size).toBe(0);
    },
  );

  it('are as many as one search may try', () => {
    const operand = Array.from({ length: 40 }, (_, n) => `longerword${String.fromCharCode(97 + n)}`).join(
      ' ',
    );
    const count = [...spellingsOf(wordsOf(operand)).values()].flat().length;
    expect(count).toBeGreaterThan(1_000);
    expect(count).toBeLessThanOrEqual(2_500);
  });
});

describe('forms of other spellings', () => {
  const german = languagesOfSearch('die Rechnungen vom letzten Monat', []);
  const forms = (typed: string) => formsOfSpellings(wordsOf(typed), german).get(typed) ?? [];

  it.each([
    ['rechnnug', '~rechnung', 'rechnung'],
    ['rechnugnen', '~rechnung', 'rechnungen'],
    ['vertrgae', '~vertrag', 'vertrage'],
    ['lieferunegn', '~liefer', 'lieferungen'],
  ])('of %s have %s, and %s is meant', (typed, term, spelling) => {
    expect(forms(typed)).toContainEqual({ term, spelling });
  });

  it('are all stems of these spellings that are long enough, and that the word does not have itself', () => {
    const own = stemsOfForms('rechnugnen').flatMap(termsOfStem);
    const found = forms('rechnugnen');
    expect(found.length).toBeGreaterThan(50);
    const possible = new Set(spellings('rechnugnen').flatMap((each) => stemsOfForms(each, german)));
    for (const { term } of found) {
      const stem = term.replace('~', '');
      expect(possible.has(stem)).toBe(true);
      expect(stem.length).toBeGreaterThanOrEqual(5);
      expect(own).not.toContain(term);
    }
  });

  it('are joined with the spellings of the same word', () => {
    const words = wordsOf('rechnnug');
    const both = bothCorrections(spellingsOf(words), formsOfSpellings(words, german)).get('rechnnug')!;
    expect(both).toHaveLength(spellings('rechnnug').length + forms('rechnnug').length);
  });
});
