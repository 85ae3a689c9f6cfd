import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearch } from '../queries/parse.ts';
import { highlightHtml, highlightPlainText } from './highlight-html.ts';

/** Removes the marks, each of which contains no other tag. */
const withoutMarks = (html: string): string =>
  html.replaceAll(/<span class="highlight">([^<]*)<\/span>/g, '$1');

/** Parts of HTML as messages have it, and of texts. */
const htmlParts = [
  '<p>a &lt;script&gt;alert(1)&lt;/script&gt; b</p>',
  '<a href="https://example.com/?script=1&amp;a=&quot;x&quot;" title="span highlight">script</a>',
  '<code>&lt;b&gt; class</code>',
  '<img src="x.png" alt="alert">',
  '<span class="katex"><span>a</span> x</span>',
  '<pre><code><span class="k">class</span> lt &amp;lt; amp</code></pre>',
  'href<strong>x</strong> x&#60;y &amp;amp; &quot;a&quot;',
];
const textParts = [
  '<script>alert(1)</script>',
  '"onmouseover="alert(1)',
  '&lt;span&gt; &amp;',
  '\' ` " < > &',
  'amp lt class',
];
const searches = [
  'script',
  'a',
  'amp',
  'lt',
  'span',
  'highlight',
  'href x',
  '"class highlight"',
  'alert',
  '-x b',
  '&lt;',
  '<',
];

describe('marks of found parts', () => {
  it('add nothing but marks to HTML and text, whatever is written and searched for', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...htmlParts), { maxLength: 4 }),
        fc.array(fc.oneof(fc.constantFrom(...textParts), fc.string()), { maxLength: 4 }),
        fc.oneof(fc.constantFrom(...searches), fc.string({ maxLength: 20 })),
        (parts, texts, operand) => {
          const expression = parseSearch(operand);
          const html = parts.join(' ');
          expect(withoutMarks(highlightHtml(html, expression))).toBe(html);
          const text = texts.join(' ');
          const escaped = highlightPlainText(text, parseSearch(''));
          expect(withoutMarks(highlightPlainText(text, expression))).toBe(escaped);
          expect(escaped).not.toMatch(/[<>"]/);
        },
      ),
      { numRuns: 300 },
    );
  });
});
