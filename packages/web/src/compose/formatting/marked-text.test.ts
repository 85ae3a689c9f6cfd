import { render } from '@parley/markdown';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markedParts } from './marked-text.ts';

/** Returns the parts of a text that have a kind. */
const of = (kind: string, source: string): string[] =>
  markedParts(source)
    .filter(({ kinds }) => kinds.some((each) => each === kind))
    .map(({ text }) => text);

const nothing = () => undefined;
const htmlOf = (source: string): string =>
  render(source, {
    findUser: nothing,
    findGroup: nothing,
    findChannel: nothing,
    emoji: nothing,
    linkifiers: [],
    publicUrl: 'http://parley.test',
    imagePreviews: false,
  }).html;
const tags = [
  ['bold', 'strong'],
  ['italic', 'em'],
  ['strike', 'del'],
] as const;

/** Returns the texts within the elements of a name. */
const within = (html: string, tag: string): string[] =>
  [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'g'))].map(([, text = '']) =>
    text.replaceAll(/<[^>]*>/g, '').replaceAll('&quot;', '"'),
  );

describe('the marks of a text', () => {
  it('leave nothing out, whatever is typed', () => {
    const typed = fc.array(
      fc.constantFrom(
        ...'**',
        '*',
        '~~',
        '`',
        '```',
        '\n',
        '[a](b)',
        '@**',
        'word',
        ' ',
        '> ',
        '# ',
        '- ',
        '1. ',
        '[',
      ),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          typed.map((all) => all.join('')),
        ),
        (source) => {
          expect(
            markedParts(source)
              .map(({ text }) => text)
              .join(''),
          ).toBe(source);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('show what is bold, italic, struck out, code, and a link', () => {
    expect(of('bold', 'a **b c** d')).toEqual(['b c']);
    expect(of('italic', 'a *b* ** c')).toEqual(['b']);
    expect(of('strike', '~~gone~~')).toEqual(['gone']);
    expect(of('code', 'call `f(x)`')).toEqual(['`f(x)`']);
    expect(of('link', 'see [these words](https://a.example)')).toEqual(['these words']);
    expect(of('mention', 'Dear @**Bo Ek**, hi').join('')).toBe('@**Bo Ek**');
    expect(of('quote', '> said *so*').join('')).toBe('> said *so*');
    expect(of('bold', '*2 * 3* and 2 * 3')).toEqual([]);
  });

  it('are those of the sent message, in any script and beside any punctuation', () => {
    const forms = [['**'], ['*'], ['~~'], ['***'], ['**', '*'], ['~~', '**']];
    const beside = ['', ' ', 'a', '7', '字', 'か', '안', 'ש', 'ไ', '「', '。', '！', '(', ')', '”']; // biome-ignore format: a table
    const inner = ['x', '字', '「字」', '字。', '、字', 'one two', 'ש', '"x"', '5'];
    let count = 0;
    for (const [first = '', second = first] of forms) {
      for (const before of beside) {
        for (const after of beside) {
          for (const text of inner) {
            // Without anything between them, the marks of two parts would be one mark.
            const next = after === '' ? '' : `${second}${text}${second}${before}`;
            const source = `${before}${first}${text}${first}${after}${next}`;
            const html = htmlOf(source);
            for (const [kind, tag] of tags)
              expect(of(kind, source), `${kind} in ${source}`).toEqual(within(html, tag));
            count++;
          }
        }
      }
    }
    expect(count).toBeGreaterThan(10_000);
  });

  it.each([
    String.raw`\*a\* \~~b~~ \**c**`,
    String.raw`\`a\` *b*`,
    'int *a = (int *)b',
    '2 * 3 * 4',
    'a ** b ** c',
    'rm *.txt *.doc',
    '~~~a~~~ b',
    '2*3*4',
    'snake_case_name _x_',
  ])('are those of the sent message: %s', (source) => {
    const html = htmlOf(source);
    for (const [kind, tag] of tags) expect(of(kind, source)).toEqual(within(html, tag));
  });

  it('tell files from their addresses, also where no other marks are wanted', () => {
    const source = '**Look**:\n[a.png](/user_uploads/1/a.png)\n```\n[b](/user_uploads/1/b)\n```';
    for (const hasMarks of [true, false]) {
      const parts = markedParts(source, hasMarks);
      expect(parts.map(({ text }) => text).join('')).toBe(source);
      expect(parts.filter(({ kinds }) => kinds.includes('file')).map(({ text }) => text)).toEqual(['a.png']);
      expect(parts.some(({ kinds }) => kinds.includes('bold'))).toBe(hasMarks);
    }
  });

  it.each([
    ['@**Bo Ek**', 'at', 'Bo Ek'],
    ['@_**Bo Ek**', 'at', 'Bo Ek'],
    ['@*designers*', 'at', 'designers'],
    ['#**design**', 'hash', 'design'],
    ['#**design>logo**', 'hash', 'design>logo'],
  ])('show %s with one sign (%s) and %s, also where no other marks are wanted', (source, sign, shown) => {
    for (const hasMarks of [true, false]) {
      const parts = markedParts(`**See** ${source}, \`${source}\``, hasMarks);
      const mentions = parts.filter(({ kinds }) => kinds.includes('mention'));
      expect(mentions.map(({ text }) => text).join('')).toBe(source);
      const seen = mentions.filter(({ kinds }) => !kinds.includes('address'));
      expect(seen.map(({ text }) => text).join('')).toBe(shown);
      expect(mentions.flatMap(({ kinds }) => kinds.filter((kind) => /^(?:at|hash)$/.test(kind)))).toEqual([
        sign,
      ]);
      expect(parts.some(({ kinds }) => kinds.includes('bold'))).toBe(hasMarks);
    }
  });

  it('are not looked for in blocks of code', () => {
    const source = '```js\n**a**\n```\n**b**';
    expect(of('bold', source)).toEqual(['b']);
    expect(of('code', source)).toEqual(['```js', '**a**', '```']);
  });

  it('are found in time that grows with the text, and not faster', () => {
    const startedAt = performance.now();
    for (const piece of ['*a', '[', '`a', '~~b', '@**', '**']) markedParts(piece.repeat(3_000));
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
