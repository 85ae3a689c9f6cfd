import { shortDateTimeOf } from '../i18n/format.ts';
import { emojiOf } from '../lib/text/emoji-of.ts';

/**
 * Returns the plain text of a rendered message on one line, for lists, notifications and screen readers: emoji as characters or
 * names, times in the reader's time zone, formulas as their sources. Leaves out hidden texts of spoilers and everything after them, and the
 * commands of polls, to-do lists and `/me`. The HTML is not inserted into the page.
 */
export const textOf = (html: string): string =>
  withFormulas(html)
    .replaceAll(/<div class="spoiler-content"[\s\S]*$/g, '')
    .replace(/^\s*<p>\/(?:poll|todo|me)\s+/, '<p>')
    .replaceAll(/<span [^>]*\bemoji-([0-9a-f]+(?:-[0-9a-f]+)*)\b[^>]*>[^<]*<\/span>/g, (_, code: string) =>
      emojiOf(code),
    )
    .replaceAll(/<img [^>]*\bclass="emoji"[^>]*\btitle="([^"]*)"[^>]*>/g, (_, name: string) =>
      nameInWords(name),
    )
    .replaceAll(/<img [^>]*\balt="([^"]*)"[^>]*>/g, '$1')
    .replaceAll(/<time [^>]*\bdatetime="([^"]*)"[^>]*>([^<]*)<\/time>/g, (_, time: string, typed: string) =>
      timeInWords(time, typed),
    )
    .replaceAll(/<(?:br|\/?(?:p|li|ul|ol|div|h[1-6]|table|t[dh]|pre|blockquote))\b[^>]*>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Replaces formulas, which are in the HTML as MathML and once more as they are drawn, by their sources. */
function withFormulas(html: string): string {
  if (!html.includes('<math')) return html;
  const sources = html.replaceAll(
    /<math\b[\s\S]*?<annotation\b[^>]*>([\s\S]*?)<\/annotation>[\s\S]*?<\/math>/g,
    (_, source: string) => source,
  );
  let text = '';
  let from = 0;
  for (const { index } of sources.matchAll(/<span class="katex-html"/g)) {
    text += sources.slice(from, index);
    from = endOfSpan(sources, index);
  }
  return text + sources.slice(from);
}

/** Returns where the span ends that begins at a position. */
function endOfSpan(html: string, from: number): number {
  const tag = /<(\/?)span\b[^>]*>/g;
  tag.lastIndex = from;
  let depth = 0;
  for (let found = tag.exec(html); found; found = tag.exec(html)) {
    depth += found[1] === '/' ? -1 : 1;
    if (depth === 0) return tag.lastIndex;
  }
  return html.length;
}

/** Returns the name of an emoji of the organization, which has no character, as people read it. */
const nameInWords = (name: string): string => name.replaceAll('_', ' ');

function timeInWords(time: string, typed: string): string {
  const seconds = Date.parse(time) / 1000;
  return Number.isNaN(seconds) ? typed : shortDateTimeOf(seconds);
}
