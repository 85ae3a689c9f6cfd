import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzeText } from '../analyzing/analyze.ts';
import { SearchError } from '../expression.ts';
import { matches } from './matches.ts';
import { parseSearch } from './parse.ts';
import { tsqueryOf } from './tsquery.ts';

const finds = (search: string, text: string): boolean => matches(parseSearch(search), analyzeText(text));
const codeOf = (search: string): string | undefined => {
  try {
    parseSearch(search);
    return undefined;
  } catch (error) {
    return error instanceof SearchError ? error.code : 'another error';
  }
};

describe('an operand', () => {
  it.each([
    ['red blue', 'blue and red', true],
    ['red blue', 'only red', false],
    ['red OR blue', 'only red', true],
    ['red OR blue', 'green', false],
    ['red blue OR green', 'red green', true],
    ['red blue OR green', 'blue green', false],
    ['red OR blue OR green', 'green', true],
    ['red or blue', 'red blue', false],
    ['OR', 'this or that', false],
    ['OR red', 'red', true],
    ['red OR', 'red', true],
    ['red -blue', 'red', true],
    ['red -blue', 'red blue', false],
    ['red -blue', 'red BLUE', false],
    ['red -invoices', 'red invoice', true],
    ['-blue', 'red', true],
    ['-blue', 'blue', false],
    ['−blue', 'blue', false],
    ['red -"dark blue"', 'red, dark blue', false],
    ['red -"dark blue"', 'red, blue dark', true],
    ['"dark blue"', 'a dark blue sky', true],
    ['"dark blue"', 'blue dark', false],
    ['"dark blue" sky', 'dark blue sea', false],
    ['“dark blue”', 'dark blue', true],
    ['„dark blue“', 'blue, dark', false],
    ['«dark blue»', 'dark blue', true],
    ['"dark blue', 'dark blue', true],
    ['"dark blue', 'blue dark', false],
    ['"releases"', 'one release', false],
    ['red -', 'red', true],
    ['run --all', 'run it with --all', true],
    ['run --all', 'run it', false],
    ['run -all', 'run it with --all', false],
    ['red - blue', 'red blue', true],
    ['e-mail', 'e-mail', true],
    ['releas', 'a release', true],
    ['rel', 'a release', true],
    ['re', 'a release', false],
    ['relea here', 'a release here', false],
    ['-rel', 'a release', true],
    ['"rel"', 'a release', false],
    ['thumbs up', 'fine 👍🏽', true],
    ['Thumbs Up', ':thumbs_up:', true],
    ['fine thumbs up', 'fine 👍', true],
    ['thumbs up', 'up with your thumbs', true],
    ['thumbs up', 'up', false],
    ['thumbs up fine', '👍', false],
    ['thumbs down', '👍', false],
    ['"thumbs up"', '👍', false],
    ['thumbs OR up', '👍', false],
    ['-thumbs up', '👍', false],
    ['thumbs -up', '👍', false],
    ['+1', '👍', true],
    ['+1', 'in 1 hour', true],
  ])('%s in %j: %s', (search, text, expected) => {
    expect(finds(search, text)).toBe(expected);
  });

  it.each(['', '  ', '""', '!!!', '->', '-', '- -', '"…"', 'OR'])(
    'without words, %j, finds nothing',
    (search) => {
      const expression = parseSearch(search);
      expect(expression.root.items).toEqual([]);
      expect(tsqueryOf(expression)).toBeUndefined();
      expect(matches(expression, analyzeText('! -> "…" or'))).toBe(false);
    },
  );

  it('has limits', () => {
    expect(codeOf('x'.repeat(1_001))).toBe('too_long');
    expect(codeOf('x '.repeat(51))).toBe('too_many_words');
    expect(codeOf('a.'.repeat(250))).toBe('too_many_words');
    expect(codeOf('x '.repeat(50))).toBeUndefined();
  });

  it('says where its words are', () => {
    const operand = 'Sérver "two words" -Not';
    const words = parseSearch(operand).words.map(({ start, end, ...word }) => ({
      ...word,
      text: operand.slice(start, end),
    }));
    expect(words).toEqual([
      { literal: 'server', quoted: false, excluded: false, text: 'Sérver' },
      { literal: 'two', quoted: true, excluded: false, text: 'two' },
      { literal: 'words', quoted: true, excluded: false, text: 'words' },
      { literal: 'not', quoted: false, excluded: true, text: 'Not' },
    ]);
  });

  it('counts other spellings when it is given corrections', () => {
    const corrections = new Map([['srever', ['server']]]);
    const text = analyzeText('the server');
    expect(matches(parseSearch('srever'), text)).toBe(false);
    expect(matches(parseSearch('srever', { corrections }), text)).toBe(true);
    expect(matches(parseSearch('-srever', { corrections }), text)).toBe(true);
    expect(matches(parseSearch('"srever"', { corrections }), text)).toBe(false);
  });

  it('needs no prefix where the caller wants whole words', () => {
    expect(matches(parseSearch('releas', { prefix: false }), analyzeText('preleased releasing'))).toBe(true);
    expect(matches(parseSearch('invo', { prefix: false }), analyzeText('an invoice'))).toBe(false);
  });

  it('is read whatever people type, into a bounded condition', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ maxLength: 300 })),
        (operand) => {
          const code = codeOf(operand);
          if (code !== undefined) {
            expect(code).toBe('too_many_words');
            return;
          }
          const query = tsqueryOf(parseSearch(operand)) ?? '';
          expect(query).not.toContain('\0');
          expect(query.isWellFormed()).toBe(true);
          expect(query.length).toBeLessThan(100_000);
        },
      ),
    );
  });
});

describe('a tsquery', () => {
  it.each([
    ['dark "blue sky" -sea', `(('dark'`],
    ['東京都', `('東京' <-> '京都')`],
    ['-sea', `!'sea'`],
    ["don't ", `('dont' | 'don' | '~don')`],
    ['"dark blue"', `('dark' <-> 'blue')`],
    [':tada:', `'🎉'`],
  ])('of %s begins with %s', (search, expected) => {
    expect(tsqueryOf(parseSearch(search))).toContain(expected);
  });

  it('leaves out terms that a prefix finds', () => {
    expect(tsqueryOf(parseSearch('zzzq'))).toBe(`('zzzq':* | '~zzzq')`);
  });
});
