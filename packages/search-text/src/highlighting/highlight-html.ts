import { stemsOfParts } from '../analyzing/compounds.ts';
import { languagesOf } from '../analyzing/languages.ts';
import { type StemmedLanguage, stemOf } from '../analyzing/stems.ts';
import type { SearchExpression } from '../expression.ts';
import { highlight, type TextRange } from './highlight.ts';

/** Returns the parts of a text that an expression found, with the stems of the text’s own language. */
export function highlightStemmed(text: string, expression: SearchExpression): TextRange[] {
  const languages = languagesOf(text);
  return highlight(text, expression, (small) => stemsIn(small, languages));
}

const stemsIn = (small: string, languages: readonly StemmedLanguage[]): string[] =>
  languages.flatMap((language) => [stemOf(small, language) ?? [], stemsOfParts(small, language)].flat());

/** Characters of a text node: one, as text or as a character reference. */
const characters = /&(?:amp|lt|gt|quot|apos|nbsp|#\d{1,7}|#x[\da-fA-F]{1,6});|[\s\S]/g;
const named: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&nbsp;': '\u00a0',
};
const block = /^<\/?(?:p|div|li|ul|ol|table|tr|td|th|pre|blockquote|h[1-6]|br|hr)\b/;

const decode = (source: string): string => {
  if (source.length === 1) return source;
  const known = named[source];
  if (known !== undefined) return known;
  const point = source.startsWith('&#x')
    ? Number.parseInt(source.slice(3), 16)
    : Number.parseInt(source.slice(2), 10);
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
};

/**
 * Returns HTML of a message with the found parts in `<span class="highlight">`. Tags and formulas stay unchanged. A found part may
 * reach across tags; each of its text nodes then has a span of its own.
 */
export function highlightHtml(html: string, expression: SearchExpression): string {
  const parts = html.split(/(<[^>]*>)/);
  // The text of all text nodes, and for each of its code units where the source of its character is.
  let text = '';
  const sources: { part: number; from: number; to: number }[] = [];
  let formula = 0;
  parts.forEach((part, index) => {
    if (part.startsWith('<')) {
      if (formula > 0) formula += /^<span\b/.test(part) ? 1 : part === '</span>' ? -1 : 0;
      else if (part.startsWith('<span class="katex')) formula = 1;
      if (block.test(part) && text !== '' && !text.endsWith('\n')) {
        text += '\n';
        sources.push({ part: -1, from: 0, to: 0 });
      }
      return;
    }
    if (formula > 0) return;
    for (const match of part.matchAll(characters)) {
      const decoded = decode(match[0]);
      text += decoded;
      const source = { part: index, from: match.index, to: match.index + match[0].length };
      for (let unit = 0; unit < decoded.length; unit++) sources.push(source);
    }
  });
  const marked = new Map<number, [from: number, to: number][]>();
  for (const { start, end } of highlightStemmed(text, expression)) {
    for (const source of sources.slice(start, end)) {
      if (source.part === -1) continue;
      const ranges = marked.get(source.part) ?? [];
      marked.set(source.part, ranges);
      const last = ranges.at(-1);
      if (last !== undefined && source.from <= last[1]) last[1] = Math.max(last[1], source.to);
      else ranges.push([source.from, source.to]);
    }
  }
  return parts.map((part, index) => withSpans(part, marked.get(index) ?? [])).join('');
}

function withSpans(part: string, ranges: readonly (readonly [from: number, to: number])[]): string {
  let result = '';
  let end = 0;
  for (const [from, to] of ranges) {
    result += `${part.slice(end, from)}<span class="highlight">${part.slice(from, to)}</span>`;
    end = to;
  }
  return result + part.slice(end);
}

const escaped: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Returns a plain text as HTML, with the found parts in `<span class="highlight">`. */
export const highlightPlainText = (text: string, expression: SearchExpression): string =>
  highlightHtml(
    text.replace(/[&<>"]/g, (character) => escaped[character] ?? character),
    expression,
  );
