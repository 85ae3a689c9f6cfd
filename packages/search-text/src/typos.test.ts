import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearch } from './parse.ts';
import { correctedOperand, isWithinOneTypo } from './typos.ts';

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

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '𐐷', 'é'), maxLength: 8 });

describe('one typo', () => {
  it('is a distance of at most one', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(isWithinOneTypo(a, b)).toBe(distance([...a], [...b]) <= 1);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('corrections', () => {
  it('keep the rest of an operand', () => {
    const operand = 'in "the relaese notes" OR -Serrver deploy';
    const replacements = new Map([
      ['relaese', 'release'],
      ['serrver', 'server'],
    ]);
    expect(correctedOperand(operand, parseSearch(operand).words, replacements)).toBe(
      'in "the release notes" OR -server deploy',
    );
    expect(correctedOperand(operand, parseSearch(operand).words, new Map())).toBe(operand);
  });
});
