import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseCommonMark } from './common-mark.ts';
import { text } from './tree.ts';

const dialect = { pieces: (value: string) => [text(value)] };
const parse = (source: string) => parseCommonMark(source, dialect);

/** What the parser returns, also for what is plain: a quote is not. */
function parsedInside(source: string) {
  const [quote] = parse(`> ${source}`);
  return quote?.type === 'quote' ? quote.children : [];
}

const piece = fc.constantFrom(
  ...[
    'word',
    'Ärger',
    '…',
    '日本',
    ' ',
    '  ',
    '\t',
    '.',
    ',',
    '!',
    '?',
    '(',
    ')',
    '"',
    "'",
    '-',
    '+',
    '=',
    '#',
    '@',
  ],
  ...[
    '1',
    '1.',
    '2)',
    '/',
    '//',
    'a/b',
    '$',
    '%',
    '{',
    '}',
    ';',
    '>',
    '>>',
    '😀',
    '\u00a0',
    '\u2060',
    '\u0007',
  ],
  ...[
    '*',
    '_',
    '`',
    '~',
    '[',
    ']',
    '<',
    '&amp;',
    '|',
    '\\',
    ':',
    'http://a.example',
    '//a.example',
    'www.a.example',
  ],
  'ann@a.example',
);

it('reads plain lines as the parser does', () => {
  const source = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(source, (given) => {
      // A quote takes away a blank, and what is behind it may be code.
      fc.pre(!/^\s/.test(given));
      expect(parse(given)).toEqual(parsedInside(given));
    }),
    { numRuns: 3_000 },
  );
});

it.each(['A plain line, with (123) and a dot.', 'Größe… and/or 5 > 4'])('reads %j', (given) => {
  expect(parse(given)).toEqual([{ type: 'paragraph', children: [text(given)] }]);
});
