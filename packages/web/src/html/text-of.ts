import { shortDateTimeOf } from '../i18n/format.ts';
import { emojiOf } from '../lib/emoji-of.ts';

/**
 * Returns the plain text of a rendered message on one line, for lists, notifications and screen readers: emoji as characters or
 * names, times in the reader's time zone. Leaves out hidden texts of spoilers and everything after them, sources of formulas, and the commands
 * of polls, to-do lists and `/me`. The HTML is not inserted into the page.
 */
export const textOf = (html: string): string =>
  html
    .replaceAll(/<div class="spoiler-content"[\s\S]*$/g, '')
    .replaceAll(/<annotation[\s\S]*?<\/annotation>/g, '')
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

/** Returns the name of an emoji of the organization, which has no character, as people read it. */
const nameInWords = (name: string): string => name.replaceAll('_', ' ');

function timeInWords(time: string, typed: string): string {
  const seconds = Date.parse(time) / 1000;
  return Number.isNaN(seconds) ? typed : shortDateTimeOf(seconds);
}
