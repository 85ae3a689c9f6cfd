import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearch } from '../queries/parse.ts';
import { contextLine } from './context-line.ts';
import { highlight } from './highlight.ts';
import { highlightHtml, highlightPlainText, highlightStemmed } from './highlight-html.ts';

const marked = (search: string, text: string, find = highlightStemmed): string => {
  let result = '';
  let end = 0;
  for (const range of find(text, parseSearch(search))) {
    result += `${text.slice(end, range.start)}[${text.slice(range.start, range.end)}]`;
    end = range.end;
  }
  return result + text.slice(end);
};

describe('highlighting', () => {
  it.each([
    ['server', 'The server’s down→server', 'The [server’s] down→[server]'],
    ['servers', 'the server', 'the [server]'],
    ['releas', 'a release', 'a [release]'],
    ['strasse', 'in der Straße.', 'in der [Straße].'],
    ['éclair', 'un e\u0301clair!', 'un [e\u0301clair]!'],
    ['京', '東京都', '東[京]都'],
    ['東京', '新しい東京都', '新しい[東京]都'],
    ['東京都', '新しい東京都へ', '新しい[東京都]へ'],
    ['都', '東京都', '東京[都]'],
    ['서버', '서버가 죽었다', '[서버]가 죽었다'],
    ['서버', '서버가'.normalize('NFD'), `[${'서버'.normalize('NFD')}]${'가'.normalize('NFD')}`],
    ['iPhone', '新しいiPhoneを', '新しい[iPhone]を'],
    ['ไทย', 'ภาษาไทย', 'ภาษา[ไทย]'],
    ['invoice', 'fetchInvoiceRows()', 'fetch[Invoice]Rows()'],
    ['fetchInvoiceRows', 'fetchInvoiceRows()', '[fetchInvoiceRows]()'],
    ['email', 'an e-mail', 'an [e-mail]'],
    ['"are down"', 'they are down; are they down', 'they [are down]; are they down'],
    ['-down are', 'are down', '[are] down'],
    ['tada', 'x 🎉', 'x [🎉]'],
    ['1.2', 'v1.2.3', '[v1.2.3]'],
    ['Rechnung', 'die Rechnungen sind da', 'die [Rechnungen] sind da'],
    ['שלום', 'אמר שָׁלוֹם לכם', 'אמר [שָׁלוֹם] לכם'],
    ['كتاب', 'هذا كِتَاب', 'هذا [كِتَاب]'],
  ])('of %s in %s', (search, text, expected) => {
    expect(marked(search, text)).toBe(expected);
  });

  it('needs no stemmer for common endings', () => {
    expect(marked('invoice ', 'two invoices, invoicing, invoiceable', highlight)).toBe(
      'two [invoices], [invoicing], invoiceable',
    );
  });

  it('of HTML changes no tag, and reaches across tags', () => {
    const show = (search: string, html: string): string => highlightHtml(html, parseSearch(search));
    const span = (text: string): string => `<span class="highlight">${text}</span>`;
    expect(show('amp OR class', '<p class="amp">a &amp; amp</p>')).toBe(
      `<p class="amp">a &amp; ${span('amp')}</p>`,
    );
    expect(show('server', '<p><b>ser</b>ver</p>')).toBe(`<p><b>${span('ser')}</b>${span('ver')}</p>`);
    expect(show('ab', '<p>a</p><p>b</p>')).toBe('<p>a</p><p>b</p>');
    expect(show('"a b"', '<p>a</p>\n<p>b &lt;</p>')).toBe(
      `<p>${span('a')}</p>${span('\n')}<p>${span('b')} &lt;</p>`,
    );
    expect(show("don't", '<p>don&#39;t</p>')).toBe(`<p>${span('don&#39;t')}</p>`);
    expect(show('x', '<span class="katex"><span>x</span></span> x')).toBe(
      `<span class="katex"><span>x</span></span> ${span('x')}`,
    );
    expect(highlightPlainText('a <b> & "c"', parseSearch('b'))).toBe(
      `a &lt;${span('b')}&gt; &amp; &quot;c&quot;`,
    );
  });

  it('returns ascending ranges of whole characters, and HTML with the same text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.string({ unit: 'binary', maxLength: 80 }),
    );
    fc.assert(
      fc.property(text, fc.nat(), (content, at) => {
        const search = [...content].slice(at % 40, (at % 40) + 5).join('');
        const expression = parseSearch(search);
        let end = 0;
        for (const range of highlight(content, expression)) {
          expect(range.start).toBeGreaterThanOrEqual(end);
          expect(range.end).toBeGreaterThan(range.start);
          for (const index of [range.start, range.end]) {
            expect(content.slice(index - 1, index + 1)).not.toMatch(/^[\ud800-\udbff][\udc00-\udfff]$/);
          }
          end = range.end;
        }
        expect(end).toBeLessThanOrEqual(content.length);
        const html = highlightPlainText(content, expression);
        const plain = html
          .replaceAll(/<span class="highlight">|<\/span>/g, '')
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&quot;', '"')
          .replaceAll('&amp;', '&');
        expect(plain).toBe(content);
      }),
    );
  });
});

describe('a line of context', () => {
  it.each([
    [
      'invoice',
      'first line\n  the fetchInvoiceRows call \nlast',
      'the fetch<span class="highlight">Invoice</span>Rows call',
    ],
    [
      'Rechnung ',
      'nichts\nDie Rechnungen & mehr',
      'Die <span class="highlight">Rechnungen</span> &amp; mehr',
    ],
    ['京都', '何\n東京都', '東<span class="highlight">京都</span>'],
    ['-first last', 'first\nlast', '<span class="highlight">last</span>'],
  ])('for %j in %j', (search, text, expected) => {
    expect(contextLine(text, parseSearch(search))).toBe(expected);
  });

  it('is short, and starts a little before what was found', () => {
    const line = contextLine(
      `${'before '.repeat(50)}needle ${'after '.repeat(100)}`,
      parseSearch('needle '),
    )!;
    expect(line).toMatch(/^….{40,80}<span class="highlight">needle<\/span>.{100,180}…$/);
  });

  it('is missing when no line has it', () => {
    expect(contextLine('nothing\nhere', parseSearch('needle'))).toBeUndefined();
  });
});
