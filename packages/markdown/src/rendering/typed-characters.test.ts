import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createContext } from '../../test/context.ts';
import { textOf } from '../../test/text-of.ts';
import { literal, literalLinkText, render } from '../index.ts';

const htmlOf = (content: string) => render(content, createContext({ translateEmoticons: true })).html;
const punctuation = Array.from('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~');

describe('backslashes', () => {
  const places: [name: string, of: (mark: string) => string, shown?: (mark: string) => string][] = [
    ['alone', (mark) => `\\${mark}`],
    ['at the beginning of a line', (mark) => `\\${mark} x`],
    ['inside a word', (mark) => `a\\${mark}b`],
    ['around a word', (mark) => `\\${mark}a\\${mark}`],
    ['doubled', (mark) => `\\\\${mark}\\\\`],
    ['at the end of a line', (mark) => `a${mark}b\\\nc`, (mark) => `a${mark}b\\c`],
    ['in strong text', (mark) => `**a\\${mark}b**`, (mark) => `a\\${mark}b`],
    ['in a list', (mark) => `- \\${mark} a`, (mark) => `\\${mark} a`],
    ['in a quote', (mark) => `> a\\${mark}`, (mark) => `a\\${mark}`],
    ['in the text of a link', (mark) => `[a\\${mark}b](https://a.example.com/)`, (mark) => `a\\${mark}b`],
    ['in a heading', (mark) => `# a\\${mark}b`, (mark) => `a\\${mark}b`],
    ['in code', (mark) => `\`\`a\\${mark}b\`\``, (mark) => `a\\${mark}b`],
  ];
  it.each(places)('stay %s before all punctuation', (_name, of, shown = of) => {
    for (const mark of punctuation) expect(textOf(htmlOf(of(mark))), of(mark)).toBe(shown(mark));
  });

  it.each([
    ['a face', '¯\\_(ツ)_/¯'],
    ['a network path', '\\\\server\\share\\_new\\*.txt'],
    ['a path', 'C:\\Users\\_me\\.config\\-x'],
    ['a regular expression', '^\\d+\\.\\*?\\[a\\]\\(b\\)\\{2\\}\\|\\#\\$'],
    ['a path before an address', 'see \\\\files.example.com\\_x and C:\\*'],
  ])('stay in %s', (_name, typed) => {
    expect(textOf(htmlOf(typed))).toBe(typed);
  });

  it('take the meaning from the mark after them', () => {
    const typed = '\\*a\\* \\`b\\` \\@**Iago** \\#**design** \\:smile: \\~~c~~ \\$$d$$';
    const { html, mentionedUserIds } = render(typed, createContext({ linkifiers: [] }));
    expect(html).not.toMatch(/<(?:em|code|span|del)|class=/);
    expect(mentionedUserIds).toEqual([]);
  });

  it('in a cell make a bar a part of the cell', () => {
    expect(htmlOf('|a|\n|-|\n|b \\| \\* c|')).toContain('<td>b | \\* c</td>');
  });
});

describe('character references', () => {
  const known = [
    '&lt;',
    '&gt;',
    '&amp;',
    '&quot;',
    '&nbsp;',
    '&copy;',
    '&zwj;',
    '&NotEqualTilde;',
    '&frac12;',
  ];
  const references = [
    ...known,
    ...Array.from({ length: 256 }, (_, code) => [`&#${code};`, `&#x${code.toString(16)};`]).flat(),
  ];

  it('are shown as typed', () => {
    for (const typed of references) {
      for (const content of [
        typed,
        `a ${typed} b`,
        `x${typed}y`,
        `**${typed}**`,
        `\`${typed}\``,
        `- ${typed}`,
      ]) {
        expect(textOf(htmlOf(content)), content).toBe(content.replaceAll(/^- |\*\*|`/g, ''));
      }
    }
  });

  it('are shown as typed, whatever their name', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^&(?:[A-Za-z][A-Za-z0-9]{0,31}|#\d{1,7}|#x[\da-f]{1,6});$/), (typed) => {
        expect(textOf(htmlOf(`a ${typed} b`))).toBe(`a ${typed} b`);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are decoded in the text of a link, where clients write them', () => {
    const typed =
      '[#design &gt; a&#91;&#42;&#93;&#96;b&#96; &amp; &#36;&#36;c&#36;&#36;](#narrow/channel/7-design)';
    expect(textOf(htmlOf(typed))).toBe('#design > a[*]`b` & $$c$$');
    expect(htmlOf(typed)).toMatch(/^<p><a href="[^"]*">[^<]*<\/a><\/p>$/);
  });
});

describe('the Markdown of any text', () => {
  const text = fc.string({ unit: fc.oneof(fc.constantFrom(...punctuation, ' ', 'a', 'é', '1', '漢', 'com', 'http://', ':smile:', '@**Iago**', '#12'), fc.string({ minLength: 1, maxLength: 1 })), minLength: 1, maxLength: 20 }).map((each) => each.replaceAll(/\s+/g, ' ').trim()).filter((each) => each !== ''); // biome-ignore format: a table

  it('shows this text inside strong text', () => {
    fc.assert(
      fc.property(text, (each) => {
        const html = htmlOf(`x **${literal(each)}** y`);
        // Code that begins or ends with a backtick has blanks around it.
        expect(textOf(html).replaceAll(/ +/g, ' ')).toBe(`x ${each} y`);
        expect(html).toMatch(/<strong>/);
        expect(html).not.toMatch(/<a |class=/);
      }),
      { numRuns: 3_000 },
    );
  });

  it('shows this text as the text of a link', () => {
    fc.assert(
      fc.property(text, (each) => {
        const html = htmlOf(`x [${literalLinkText(each)}](https://a.example.com/) y`);
        expect(html).toMatch(/^<p>x <a href="https:\/\/a\.example\.com\/">[^<]*<\/a> y<\/p>$/);
        expect(textOf(html)).toBe(`x ${each} y`);
      }),
      { numRuns: 3_000 },
    );
  });
});
