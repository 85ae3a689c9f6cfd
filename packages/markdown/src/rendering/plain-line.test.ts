import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createContext } from '../../test/context.ts';
import { compileLinkifier, render } from '../index.ts';

// A plain line is not parsed. It has to look as if it were.

const plain = createContext({ linkifiers: [] });
/** With a linkifier, every line is parsed. It finds nothing. */
const nothing = compileLinkifier({
  id: 1,
  pattern: 'never(?P<id>[0-9]{9})',
  urlTemplate: 'https://a.example/{id}',
});
const parsing = createContext({ linkifiers: [nothing] });

const piece = fc.constantFrom(
  ...[
    'word',
    'Ärger',
    'ß',
    'a',
    'A',
    '1',
    '12.',
    ' ',
    '  ',
    ',',
    ';',
    '?',
    '!',
    '(',
    ')',
    "'",
    '.',
    '. ',
    '-',
    '--',
    '-a',
  ],
  ...[
    'a.b',
    'www.a.example',
    'a.example',
    ':)',
    ';)',
    '(c)',
    '/me ',
    '…',
    '*',
    '_',
    '`',
    '#',
    '@',
    '&',
    '<',
    '"',
    '\n',
    '\\',
  ],
);
const line = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''));

it('looks as if it were parsed', () => {
  fc.assert(
    fc.property(line, (content) => {
      expect(render(content, plain)).toEqual(render(content, parsing));
    }),
    { numRuns: 5_000 },
  );
});

it.each(['Größe, and (so) on. It is well-known!', 'a', "it isn't  so; is it?"])('shows %j', (content) => {
  expect(render(content, plain).html).toBe(`<p>${content}</p>`);
});
