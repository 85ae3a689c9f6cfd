import { readdirSync, readFileSync } from 'node:fs';
import { eld } from 'eld/extrasmall';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { languageTable } from '../scripts/language-table.ts';
import { type DetectedLanguage, detectLanguages } from '../src/analyzing/detector.ts';

/** What the package says of a text: the two most probable languages. */
const byPackage = (text: string): DetectedLanguage[] =>
  Object.entries(eld.detect(text).getScores())
    .slice(0, 2)
    .map(([code, score]) => ({ code, score }));

/** Compares by hand first, because there are thousands of texts. */
function expectEqual(text: string): void {
  const [found, expected] = [detectLanguages(text), byPackage(text)];
  const isSame = (at: number) =>
    found[at]?.code === expected[at]?.code && found[at]?.score === expected[at]?.score;
  if (!isSame(0) || !isSame(1)) expect(found, text).toEqual(expected);
}

/** One letter at least of each script that a table of languages may know, and what stands between words. */
const ranges = [
  [0x20, 0x24f],
  [0x250, 0x36f],
  [0x370, 0x6ff],
  [0x900, 0x1100],
  [0x10a0, 0x10ff],
  [0x1e00, 0x2040],
  [0x3040, 0x30ff],
  [0x4e00, 0x4fff],
  [0xac00, 0xacff],
  [0xd7f0, 0xe010],
  [0xfb00, 0xffff],
] as const;
const characterOf = fc
  .oneof(...ranges.map(([min, max]) => fc.integer({ min, max })))
  .map((code) => String.fromCharCode(code));

describe('the table of languages', () => {
  it('is the one of the package', async () => {
    const table = readFileSync(new URL('../src/analyzing/language-table.json', import.meta.url), 'utf8');
    expect(table).toBe(await languageTable());
  });

  it('gives the answers of the package for the words of all vocabularies, alone and in rows', () => {
    const folder = new URL('../fixtures/snowball/', import.meta.url);
    const words = readdirSync(folder)
      .filter((name) => name.endsWith('.tsv'))
      .flatMap((name) => readFileSync(new URL(name, folder), 'utf8').split('\n'))
      .map((line) => line.split('\t')[0]!);
    expect(words.length).toBeGreaterThan(1_000);
    for (let at = 0; at < words.length; at += 3) expectEqual(words[at]!);
    for (let at = 0; at + 60 < words.length; at += 50) expectEqual(words.slice(at, at + 60).join(' '));
  });

  it('gives the answers of the package for texts of any characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => expectEqual(text)),
      { numRuns: 300 },
    );
    const word = fc.string({ unit: characterOf, maxLength: 90 });
    const text = fc
      .array(fc.tuple(word, fc.constantFrom(' ', "'", ' ’', '` ', '-', '. ', '')), { maxLength: 60 })
      .map((parts) => parts.flat().join(''));
    fc.assert(
      fc.property(text, (each) => expectEqual(each)),
      { numRuns: 500 },
    );
  });

  it('cuts long words and long texts where the package does', () => {
    const alphabets = ['abcdefghijklmnopqrstuvwxyz', 'абвгдежзийклмнопрстуфхцч', 'กขฃคฅฆงจฉชซฌญฎฏฐ'];
    for (const letters of alphabets) {
      for (let length = 1; length <= 400; length += length < 90 || length > 330 ? 1 : 13) {
        const word = Array.from({ length }, (_, index) => letters[(index * 7) % letters.length]).join('');
        expectEqual(word);
        expectEqual(`${word} ${word.slice(3)} the end of it`);
        expectEqual(`${word.slice(0, 1 + (length % 9))} `.repeat(60));
      }
    }
  });
});
