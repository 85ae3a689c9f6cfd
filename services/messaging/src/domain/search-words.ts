import { foldCase } from '@parley/rules';

const word = /[\p{L}\p{N}\p{M}]+/gu;
/**
 * Matches characters of scripts without spaces between words. A search treats each of these characters as a word, so a term in
 * such a script matches its sequence of characters anywhere in a text.
 */
const unsegmented =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]/u;

/** Returns the words of a text. */
export const wordsOf = (text: string): string[] => text.match(word) ?? [];

/** Returns the words of rendered HTML. Tags and character references are left out. */
export const wordsOfHtml = (html: string): string[] => wordsOf(html.replace(/<[^>]*>|&\w+;/g, ' '));

/** Returns whether a search treats the term as a sequence of characters instead of as words. */
export const isUnsegmented = (term: string): boolean => unsegmented.test(term);

/** Returns the first two letters of a word without case and accents. Forms of the same word always share them. */
const beginning = (text: string): string =>
  foldCase(text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')).slice(0, 2);

/** Returns the words that may be forms of a word in the search terms. This selects the few words that PostgreSQL compares. */
export function candidates(words: readonly string[], terms: readonly string[]): string[] {
  const beginnings = new Set(terms.flatMap(wordsOf).map(beginning));
  return [...new Set(words)].filter((each) => beginnings.has(beginning(each)));
}
