import { analyzeText, type SearchExpression, type SearchNode } from '@parley/search-text';

const word = /[\p{L}\p{N}\p{M}]+/gu;

/** Returns the words of a text. */
export const wordsOf = (text: string): string[] => text.match(word) ?? [];

/** Returns the words of rendered HTML. Tags and character references are left out. */
export const wordsOfHtml = (html: string): string[] => wordsOf(html.replace(/<[^>]*>|&\w+;/g, ' '));

/** Returns a test of terms: whether one is asked for. Terms that must be absent do not count. */
function termTest(node: SearchNode): (term: string) => boolean {
  const exact = new Set<string>();
  const prefixes: string[] = [];
  const collect = (each: SearchNode): void => {
    if (each.kind === 'not') return;
    if (each.kind !== 'term') for (const item of each.items) collect(item);
    else if (each.prefix) prefixes.push(each.term);
    else exact.add(each.term);
  };
  collect(node);
  return (term) => exact.has(term) || prefixes.some((prefix) => term.startsWith(prefix));
}

/** Returns which of the words a search asks for, in one of their forms. */
export function matchingWords(words: readonly string[], { root }: SearchExpression): string[] {
  const isAskedFor = termTest(root);
  return [...new Set(words)].filter((each) => analyzeText(each).terms.some(({ term }) => isAskedFor(term)));
}
