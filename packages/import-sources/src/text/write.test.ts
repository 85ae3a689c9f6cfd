import { render } from '@parley/markdown';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everythingExists } from '../../test/rendering.ts';
import { splitBlocks } from './split.ts';
import { type Block, type Inline, paragraph, text } from './tree.ts';
import { writeBlocks, writeText } from './write.ts';

const html = (blocks: readonly Block[]): string => render(String(writeText(blocks)), everythingExists).html;
/** Text of HTML as people see it, without the invisible characters that separate marks. */
const seen = (markup: string): string =>
  markup
    .replaceAll(/<br>\n?/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/[\u2060\u200b]/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll('\u00a0', ' ')
    .trim();

/** Texts of marks, so that constructs come about by chance. */
const markText = fc
  .array(
    fc.constantFrom(
      '*',
      '**',
      '`',
      '```',
      '~~',
      '@',
      '_',
      '#',
      '$$',
      '[',
      '](',
      ')',
      '<time:',
      '>',
      'a',
      'b c',
      ' ',
      '|7',
      '!',
    ),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(''));

const inline: fc.Arbitrary<Inline> = fc.letrec<{ node: Inline }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    markText.map(text),
    fc.string().map((value) => text(value.replaceAll(/[\r\0]/g, ''))),
    fc.record({ type: fc.constant('code' as const), text: markText }),
    fc.record({
      type: fc.constantFrom('strong' as const, 'emphasis' as const, 'strike' as const),
      children: fc.array(tie('node'), { maxLength: 4 }),
    }),
  ),
})).node;

describe('writeText', () => {
  it.each<[string, Block[], string]>([
    [
      'nested emphasis',
      [paragraph({ type: 'strong', children: [text('a '), { type: 'emphasis', children: [text('b')] }] })],
      '**a *b***',
    ],
    [
      'neighbouring emphasis',
      [paragraph({ type: 'strong', children: [text('a')] }, { type: 'emphasis', children: [text('b')] })],
      '**a**\u200b*b*',
    ],
    ['emphasis over lines', [paragraph({ type: 'strong', children: [text('a\nb')] })], '**a**\n**b**'],
    [
      'blanks at the ends of emphasis',
      [paragraph({ type: 'strong', children: [text(' a ')] }, text('b'))],
      ' **a** b',
    ],
    [
      'a bare address',
      [paragraph({ type: 'link', url: 'https://a.example/x', children: [] })],
      'https://a.example/x',
    ],
    [
      'a label',
      [paragraph({ type: 'link', url: 'https://a.example/x_(y)', children: [text('z*')] })],
      '[z&#42;](https://a.example/x_%28y%29)',
    ],
    [
      'an address that runs code',
      [paragraph({ type: 'link', url: 'javascript:alert(1)', children: [text('z')] })],
      'z (javascript:alert(1))',
    ],
    [
      'a quote with code',
      [{ type: 'quote', children: [{ type: 'code', text: 'x' }] }],
      '````quote\n```\nx\n```\n````',
    ],
    ['code named as a quote', [{ type: 'code', text: 'x', language: 'quote' }], '```\nx\n```'],
    [
      'nested lists',
      [
        {
          type: 'list',
          start: 3,
          items: [
            [paragraph(text('a')), { type: 'list', items: [[paragraph(text('b'))]] }],
            [paragraph(text('c'))],
          ],
        },
      ],
      '3. a\n  - b\n4. c',
    ],
  ])('writes %s', (_name, blocks, expected) => {
    expect(writeText(blocks)).toBe(expected);
  });

  it.each([
    '@**all**',
    '@_**Ann|7**',
    '#**general>x**',
    '@*team*',
    '# x',
    '> x',
    '```\nx',
    '    x',
    '$$x$$',
    '[a](/x)',
    'a*b*c',
    '**a**',
    '~~a~~',
  ])('shows %j unchanged', (value) => {
    const { mentionedUserIds, mentionsChannelWildcard, mentionedGroupIds } = render(
      String(writeText([paragraph(text(value))])),
      everythingExists,
    );
    expect([mentionedUserIds, mentionsChannelWildcard, mentionedGroupIds]).toEqual([[], false, []]);
    expect(seen(html([paragraph(text(value))]))).toBe(value.trim());
    expect(html([paragraph(text(value))])).not.toMatch(
      /<(?:h\d|blockquote|strong|em|del|a|span class="(?:user|katex)|pre)/,
    );
  });

  it('keeps references as parts', () => {
    expect(
      writeText([paragraph(text('a '), { type: 'reference', to: { ref: 'person', key: 'U1' } }, text(' b'))]),
    ).toEqual(['a ', { ref: 'person', key: 'U1' }, ' b']);
  });

  it('takes the meaning of mentions out of labels', () => {
    const to = { ref: 'file' as const, key: 'F1', label: '@**all**\n#**x**.txt' };
    expect(writeText([paragraph({ type: 'reference', to })])).toEqual([
      { ...to, label: '@\u2060**all** #\u2060**x**.txt' },
    ]);
  });

  it('never mentions anybody, and is quick, whatever the texts are', () => {
    fc.assert(
      fc.property(fc.array(inline, { maxLength: 6 }), (children) => {
        const result = render(String(writeText([{ type: 'paragraph', children }])), everythingExists);
        expect(result.mentionedUserIds).toEqual([]);
        expect(result.silentlyMentionedUserIds).toEqual([]);
        expect(result.mentionedGroupIds).toEqual([]);
        expect(result.mentionsChannelWildcard).toBe(false);
        expect(result.html).not.toContain('katex');
        expect(result.html).not.toContain('class="stream');
      }),
      { numRuns: 500 },
    );
  });
});

describe('splitBlocks', () => {
  it('cuts long texts into texts within the limit, without loss', () => {
    const words = Array.from({ length: 3_000 }, (_, index) => `w${index}`).join(' ');
    const texts = splitBlocks(
      [
        paragraph(text(words)),
        { type: 'quote', children: [paragraph(text(words))] },
        { type: 'code', text: words },
      ],
      1_000,
    );
    expect(texts.every((parts) => String(parts[0]).length <= 1_000 && parts.length === 1)).toBe(true);
    const joined = texts.map((parts) => String(parts[0])).join(' ');
    for (const index of [0, 777, 2_999]) expect(joined.split(new RegExp(`\\bw${index}\\b`)).length).toBe(4);
  });

  it('cuts a text of many megabytes in bounded time', () => {
    const texts = splitBlocks([paragraph(text('word '.repeat(400_000)))], 10_000);
    expect(texts.reduce((sum, parts) => sum + String(parts[0]).split('word').length - 1, 0)).toBe(400_000);
  });

  it('stays within the limit, whatever the text is', () => {
    fc.assert(
      fc.property(
        fc.array(inline, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 400, max: 2_000 }),
        (children, limit) => {
          const long = Array.from({ length: 30 }, () => children).flat();
          for (const parts of splitBlocks([{ type: 'paragraph', children: long }], limit)) {
            expect([...String(parts[0])].length).toBeLessThanOrEqual(limit);
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});

it('writes a plain line as every other text', () => {
  const piece = fc.oneof(
    markText,
    fc.constantFrom('word', ' ', '\n', '$', '\u00a0', 'Ä', '#', '>', '\0', '😀'),
  );
  const line = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(line, (value) => {
      const blocks = [paragraph(text(value))];
      expect(splitBlocks(blocks, 10_000)).toEqual([writeBlocks(blocks)]);
    }),
    { numRuns: 2_000 },
  );
});
