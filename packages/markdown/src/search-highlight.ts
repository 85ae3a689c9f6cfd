import { escapeHtml } from './escape.ts';

/**
 * Returns a regular expression for search terms and character references. Its first group matches only for terms. Returns undefined
 * when there are no terms.
 */
function termPattern(terms: readonly string[]): RegExp | undefined {
  const sources = [...new Set(terms.map((term) => term.trim()).filter((term) => term !== ''))]
    .sort((a, b) => b.length - a.length)
    .map((term) => wholeWord(term, escapeHtml(term).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')));
  if (sources.length === 0) return undefined;
  // Character references are matched as a whole, so that `amp` is not found in `&amp;`. The terms come first, because they may
  // contain character references.
  return new RegExp(`(${sources.join('|')})|&(?:amp|lt|gt|quot);`, 'giu');
}

const wordCharacter = '[\\p{L}\\p{N}\\p{M}]';
/** Matches scripts without separators between words. */
const unparted =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]/u;

/**
 * Returns the regular expression of one term. A term that starts or ends with a letter or digit is not found inside a longer word,
 * unless it is in a script without separators between words.
 */
function wholeWord(term: string, source: string): string {
  if (unparted.test(term)) return source;
  const before = /^[\p{L}\p{N}\p{M}]/u.test(term) ? `(?<!${wordCharacter})` : '';
  const after = /[\p{L}\p{N}\p{M}]$/u.test(term) ? `(?!${wordCharacter})` : '';
  return before + source + after;
}

/** Returns the field `match_subject` of a search result: a plain text as HTML with highlighted terms. */
export function highlightText(text: string, terms: readonly string[]): string {
  return mark(escapeHtml(text), termPattern(terms));
}

/** Returns the field `match_content` of a search result: HTML with highlighted terms. Tags and formulas stay unchanged. */
export function highlightHtml(html: string, terms: readonly string[]): string {
  const pattern = termPattern(terms);
  if (pattern === undefined) return html;
  let output = '';
  let skipping = 0;
  for (const part of html.split(/(<[^>]*>)/)) {
    if (part.startsWith('<')) {
      if (skipping > 0) skipping += /^<span\b/.test(part) ? 1 : part === '</span>' ? -1 : 0;
      else if (part.startsWith('<span class="katex')) skipping = 1;
      output += part;
    } else {
      output += skipping > 0 ? part : mark(part, pattern);
    }
  }
  return output;
}

function mark(escaped: string, pattern: RegExp | undefined): string {
  if (pattern === undefined) return escaped;
  return escaped.replace(pattern, (hit, term: string | undefined) =>
    term === undefined ? hit : `<span class="highlight">${hit}</span>`,
  );
}
