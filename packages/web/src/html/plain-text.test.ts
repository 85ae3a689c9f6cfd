import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainParagraphs } from './plain-text.ts';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

describe('rendered HTML without markup', () => {
  it('is converted to the texts that were written, whatever they contain', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (texts) => {
        const html = texts.map((text) => `<p>${escaped(text)}</p>`).join('\n');
        expect(plainParagraphs(html)?.map(([text]) => text)).toEqual(texts);
      }),
    );
  });

  it('is not found in HTML with any other element, attribute or entity', () => {
    const others = [
      '',
      'text',
      '<p>a <b>b</b></p>',
      '<p class="x">a</p>',
      '<p>a</p><script>alert(1)</script>',
      '<p>a</p>b',
      '<p>a&nbsp;b</p>',
      '<p>&#x3c;img src=x onerror=alert(1)&#x3e;</p>',
      '<p>a',
      '<p>a & b</p>',
    ];
    for (const html of others) expect(plainParagraphs(html), html).toBeUndefined();
  });
});
