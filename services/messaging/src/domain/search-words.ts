const word = /[\p{L}\p{N}\p{M}]+/gu;
/** Writing that does not part words; there a search finds any row of characters. */
const unparted =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]/u;

/** Words of a text. */
export const wordsOf = (text: string): string[] => text.match(word) ?? [];

/** Words of rendered HTML, tags aside. */
export const wordsOfHtml = (html: string): string[] => wordsOf(html.replace(/<[^>]*>|&\w+;/g, ' '));

/** Terms that are looked for as they stand. */
export const isUnparted = (term: string): boolean => unparted.test(term);

/** The first letters, folded: words that begin differently are never the same word. */
const beginning = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .slice(0, 2);

/** Of a text's words those that could be one of the terms' words. */
export function candidates(words: readonly string[], terms: readonly string[]): string[] {
  const beginnings = new Set(terms.flatMap(wordsOf).map(beginning));
  return [...new Set(words)].filter((each) => beginnings.has(beginning(each)));
}
