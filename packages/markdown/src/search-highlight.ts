import { escapeHtml } from './escape.ts';

/** Returns a pattern that matches the search terms and entities. Its first group is a hit. */
function termPattern(terms: readonly string[]): RegExp | undefined {
  const sources = [...new Set(terms.map((term) => term.trim()).filter((term) => term !== ''))]
    .sort((a, b) => b.length - a.length)
    .map((term) => wholeWord(term, escapeHtml(term).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')));
  if (sources.length === 0) return undefined;
  // Entities match as a whole: `amp` is not a hit in `&amp;`. Terms come first in the pattern, because they may contain
  // entities.
  return new RegExp(`(${sources.join('|')})|&(?:amp|lt|gt|quot);`, 'giu');
}

const wordCharacter = '[\\p{L}\\p{N}\\p{M}]';
/** Scripts that have no separators between words. */
const unparted =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]/u;

/** Returns the pattern of one term. A term that starts or ends with a letter is not a hit inside a longer word. */
function wholeWord(term: string, source: string): string {
  if (unparted.test(term)) return source;
  const before = /^[\p{L}\p{N}\p{M}]/u.test(term) ? `(?<!${wordCharacter})` : '';
  const after = /[\p{L}\p{N}\p{M}]$/u.test(term) ? `(?!${wordCharacter})` : '';
  return before + source + after;
}

/** Returns `match_subject`: a plain text as escaped HTML with marked search hits. */
export function highlightText(text: string, terms: readonly string[]): string {
  return mark(escapeHtml(text), termPattern(terms));
}

/** Returns `match_content`: rendered HTML with marked search hits. Only text is marked, never tags or formulas. */
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
