import { plainText, render } from '@parley/markdown';
import { describe, expect, it } from 'vitest';
import { type EchoBlock, type EchoStyle, type EchoText, echoOf } from './echo.ts';

/** Returns the texts of a message in order. */
const textsOf = (blocks: readonly EchoBlock[]): EchoText[] =>
  blocks.flatMap((block) => {
    if (block.kind === 'quote') return textsOf(block.blocks);
    return block.kind === 'code' ? [{ text: block.text, styles: ['code'] }] : block.lines.flat();
  });

/** Returns what the echo of a source shows in a style. */
const shown = (source: string, style: EchoStyle): string[] =>
  textsOf(echoOf(source))
    .filter(({ styles }) => styles.includes(style))
    .map(({ text }) => text);

const htmlOf = (source: string): string =>
  render(source, {
    findUser: (name, id) =>
      name === 'Marie Member' || id === 5 ? { id: 5, fullName: 'Marie Member' } : undefined,
    findGroup: (name) => (name === 'designers' ? { id: 1, name } : undefined),
    findChannel: (name) => (name === 'design' ? { id: 2, name } : undefined),
    emoji: () => undefined,
    linkifiers: [],
    publicUrl: 'http://parley.test',
    imagePreviews: false,
  }).html;

const packed = (text: string): string => text.replaceAll(/\s+/g, '');

const sources = [
  'plain words',
  'two\nlines',
  'one paragraph\n\nand another',
  '**bold**, *italic*, ~~gone~~ and `code`',
  '***both***, and **bold with `code`**',
  '@**Marie Member** could you? @_**Marie Member|5** said so. @*designers*',
  'see #**design** and #**design>logo**',
  '[words](https://example.com) that lead away',
  '* one\n* **two**\n* three',
  '> quoted\n> twice\n\nanswered',
  '@_**Marie Member|5** [said](#narrow/x):\n```quote\nThe **comma** leads.\n```\nYes.',
  '```ts\nconst a = `b`;\n\nlet c;\n```\nafter it',
  '# A title\ntext',
  'not \\*italic\\*, 2 * 3 * 4, snake_case_name',
];

describe('the echo of a message', () => {
  it.each(sources)('shows the words that the server will show, without marks: %j', (source) => {
    const echo = textsOf(echoOf(source)).map(({ text }) => text);
    expect(packed(echo.join(''))).toBe(packed(plainText(htmlOf(source))));
  });

  it.each([
    ['strong', 'bold'],
    ['em', 'italic'],
    ['del', 'strike'],
  ] as const)('shows as the server does what is %s', (tag, style) => {
    for (const source of sources) {
      const ofServer = [...htmlOf(source).matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'g'))].map(
        ([, each]) => each!.replaceAll(/<[^>]*>/g, ''),
      );
      expect([source, shown(source, style).join('')]).toEqual([source, ofServer.join('')]);
    }
  });

  it('has blocks: lists, quotations and code', () => {
    expect(echoOf('1. one\n2. two\n\n- three').map(({ kind }) => kind)).toEqual(['list', 'list']);
    expect(echoOf('text\n> quoted\n```\ncode').map(({ kind }) => kind)).toEqual([
      'paragraph',
      'quote',
      'code',
    ]);
    expect(shown('@_**Marie Member** @**Marie Member**', 'silent')).toEqual(['Marie Member']);
    expect(shown('@*designers*', 'group')).toEqual(['@designers']);
  });
});
