import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdownOf } from './pasted-html.ts';

describe('copied HTML', () => {
  it('from Google Docs becomes nested lists, headings and links, without the bold around everything', () => {
    const html = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-weight:700">Plan</span></h2><p dir="ltr"><span>We </span><span style="font-weight:700">must</span><span> read </span><a href="https://a.example/x"><span>the page</span></a><span>.</span></p><ul><li dir="ltr"><p dir="ltr"><span>one</span></p></li><ul><li><p><span style="font-style:italic">inner</span></p></li></ul><li><p>two</p></li></ul></b>`;
    expect(markdownOf(html)).toBe(
      '## Plan\n\nWe **must** read [the page](https://a.example/x).\n\n* one\n  * *inner*\n* two',
    );
  });

  it('from Word becomes lists, by the levels in its styles', () => {
    const point = (level: number, bullet: string, text: string) =>
      `<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${bullet}<span>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`;
    const html = `<html><head><style>p.MsoListParagraph {}</style></head><body><!--StartFragment--><p class=MsoNormal>Todo</p>\n${point(1, '·', 'first')}\n${point(2, 'o', 'inner')}\n${point(1, '·', 'second')}\n<p class=MsoNormal>end</p><!--EndFragment--></body></html>`;
    expect(markdownOf(html)).toBe('Todo\n\n* first\n  * inner\n* second\n\nend');
    expect(markdownOf(point(1, '1.', 'a') + point(1, '2.', 'b'))).toBe('1. a\n2. b');
  });

  it('from Excel and web pages becomes tables, with spans and bars', () => {
    const html =
      '<p>Sums:</p><table><thead><tr><th>Name</th><th>A|B</th></tr></thead><tbody><tr><td colspan=2>all</td></tr><tr><td><b>x</b><td>1</table>';
    expect(markdownOf(html)).toBe('Sums:\n\n| Name | A\\|B |\n| --- | --- |\n| all |  |\n| **x** | 1 |');
    expect(markdownOf('<table><tr><td><p>layout</p><ul><li>a</li></ul></td></tr></table>')).toBe(
      'layout * a',
    );
  });

  it('of any number of cells has a line for each row', () => {
    for (let columns = 1; columns <= 3; columns++) {
      for (let rows = 1; rows <= 4; rows++) {
        const cells = Array.from({ length: rows }, (_, row) =>
          Array.from({ length: columns }, (_, column) => `r${row}c${column}`),
        );
        const html = cells
          .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
          .join('');
        const lines = markdownOf(`<table>${html}</table>`)?.split('\n') ?? [];
        expect(
          lines.filter((line) => !/^\|(?: --- \|)+$/.test(line)).map((line) => line.match(/\w+/g)),
        ).toEqual(cells);
      }
    }
  });

  it('keeps the words of links, and addresses as they are', () => {
    expect(markdownOf('See <a href="https://a.example/p?x=1&amp;y=2">these words</a> now')).toBe(
      'See [these words](https://a.example/p?x=1&y=2) now',
    );
    expect(markdownOf('<a href="https://a.example/">a.example</a>')).toBeUndefined();
    expect(markdownOf('<a href="javascript:alert(1)">click</a>')).toBeUndefined();
    expect(markdownOf('<ul><li><a href="https://a.example/(x)">y</a></li></ul>')).toBe(
      '* [y](https://a.example/%28x%29)',
    );
  });

  it('with bold words only stays the plain text', () => {
    expect(markdownOf('<p><b>Dear</b> team</p>')).toBeUndefined();
    expect(markdownOf('<img src="https://example.com/cat.png" alt="A cat">')).toBeUndefined();
  });

  it('keeps code and quotations', () => {
    expect(markdownOf('<pre><code>a  &lt; b\n  c</code></pre>')).toBe('```\na  < b\n  c\n```');
    expect(markdownOf('<blockquote><ul><li>a</li><li>b</li></ul></blockquote>')).toBe('> * a\n> * b');
    expect(markdownOf('<ol start="3"><li>Use <code>x</code></li><li>b</li></ol>')).toBe('3. Use `x`\n4. b');
  });

  it('is read in bounded time, and never fails', () => {
    const pieces = fc.constantFrom(
      ...[
        '<ul>',
        '<li>',
        '</ul>',
        '<table>',
        '<tr>',
        '<td>',
        '</table>',
        '<b>',
        '</b>',
        '<a href="https://x.y">',
      ],
      ...[
        '</a>',
        '<p class=MsoListParagraph style="mso-list:l0 level3">',
        '· x',
        '&#0;',
        '&nbsp;',
        '<',
        '<!--',
        'word',
        '<pre>',
      ],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (all) => {
        const markdown = markdownOf(all.join(''));
        expect(markdown === undefined || markdown.length > 0).toBe(true);
      }),
      { numRuns: 500 },
    );
    const startedAt = performance.now();
    for (const piece of ['<ul><li>', '<a href="', '<!--', '<table><tr><td>', '<b>a'])
      markdownOf(`<ul>${piece.repeat(20_000)}`);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});
