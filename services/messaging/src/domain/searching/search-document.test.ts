import { type AnalyzedText, analysisVersion, analyzeText, matches, parseSearch } from '@parley/search-text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentVersion, documentWords, readDocument } from './search-document.ts';

const message = { id: 20_000, channelId: 7, topic: '', content: '' };

/** Returns the terms of a message with those of its topic after a gap, as documents have them. */
function termsOf(content: string, topic: string): AnalyzedText {
  const terms = new Map(analyzeText(content).terms.map(({ term, positions }) => [term, [...positions]]));
  const end = Math.max(0, ...[...terms.values()].flat());
  for (const { term, positions } of topic === '' ? [] : analyzeText(topic).terms)
    terms.set(term, [...(terms.get(term) ?? []), ...positions.map((at) => end + 100 + at)]);
  return { terms: Array.from(terms, ([term, positions]) => ({ term, positions })) };
}

const sorted = ({ terms }: AnalyzedText) => terms.toSorted((a, b) => (a.term < b.term ? -1 : 1));

describe('documents', () => {
  it('have a version that rises with the analysis', () => {
    // When this fails, raise `documentVersion` and write the new pair here: otherwise stored documents stay as they are.
    expect([documentVersion, analysisVersion]).toEqual([4, '3 (Unicode 17.0)']);
  });

  it('have the block, the terms of the content, the channel and the terms of the topic', () => {
    expect(documentWords({ ...message, topic: 'Tea', content: "it's 12" })).toBe('#b2 its|it 12 #c7 tea');
  });

  it('have no channel for a direct message', () => {
    expect(documentWords({ ...message, channelId: null })).toBe('#b2');
  });

  it('say the same as the analysis of the message', () => {
    const text = fc.oneof(
      { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
      fc.string({ unit: 'binary', maxLength: 40 }).map((each) => each.toWellFormed()),
      fc
        .array(
          fc.constantFrom(
            ...[
              '#️⃣',
              '#c7',
              'C#',
              'fetchInvoiceRows',
              "don't",
              '東京都',
              'ﷺ',
              'a|b',
              '1.2.3',
              ':tada:',
              'e-mail',
            ],
          ),
        )
        .map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(text, text, (content, topic) => {
        const words = documentWords({ ...message, content, topic });
        expect(sorted(readDocument(words))).toEqual(sorted(termsOf(content, topic)));
      }),
      { numRuns: 300 },
    );
  });

  it('have no blank and no bar in a term, whatever the character', () => {
    // From plane 3 on, most are unassigned or private and all alike.
    const characters = Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point)).filter(
      (character, point) =>
        character.isWellFormed() &&
        (point < 0x30000 || point % 97 === 0 || !/[\p{Co}\p{Cn}]/u.test(character)),
    );
    for (let first = 0; first < characters.length; first += 400) {
      const some = characters.slice(first, first + 400);
      const { terms } = analyzeText(some.map((character) => `a${character}b ${character}`).join('\n'));
      expect(terms.filter(({ term }) => /[\s|]/.test(term) || term === '')).toEqual([]);
    }
  });

  it('keep all words of a long text, and what comes late at one position', () => {
    const content = Array.from({ length: 20_000 }, (_, n) => `tea w${n}`).join(' ');
    const document = readDocument(documentWords({ ...message, topic: 'late', content }));
    const fits = (words: string) => matches(parseSearch(words), document);
    expect([fits('late'), fits('w19999'), fits('"tea w5"'), fits('"w5 tea"'), fits('"w6 w5"')]).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });
});
