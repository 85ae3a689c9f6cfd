import fc from 'fast-check';
import { expect, it } from 'vitest';
import { markedText } from './marked-text.ts';

const shown = (html: string, length = 80) =>
  markedText(html, length)
    .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
    .join('');
const hit = (text: string) => `<span class="highlight">${text}</span>`;

it.each([
  [`<p>The ${hit('noodles')} are <strong>hot</strong></p>`, 'The [noodles] are hot'],
  [`<p>${hit('東京')}に行く</p>`, '[東京]に行く'],
  [`<p>a &lt;b&gt; ${hit('R&amp;D')}</p>`, 'a <b> [R&D]'],
  [`<p>one</p>\n<p><em>${hit('two')}</em></p>`, 'one [two]'],
  ['<p>nothing marked</p>', 'nothing marked'],
  ['', ''],
])('%s becomes %s', (html, text) => {
  expect(shown(html)).toBe(text);
});

it('begins shortly before what was found, at a word, and ends in time', () => {
  const long = `<p>${'before '.repeat(30)}${hit('found')} ${'after '.repeat(30)}</p>`;
  expect(shown(long, 60)).toMatch(/^…before .*\[found\] after .*…$/);
  expect(shown(long, 60).length).toBeLessThan(70);
});

it('has the found parts of any text, and never half a character', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', '😀', 'ß', '\ue000', '文'), maxLength: 90 });
  fc.assert(
    fc.property(text, text, text, (one, found, other) => {
      const parts = markedText(`<p>${one}${hit(found)}${other}</p>`, 60);
      expect(parts.every((part) => part.text.isWellFormed())).toBe(true);
      expect(parts.filter(({ isMarked }) => isMarked).length).toBeLessThanOrEqual(1);
    }),
  );
});
