import { foldCase } from '../text/fold-case.ts';

const separators = /[^\p{L}\p{N}\p{M}]+/u;

/** Returns the words of a name or of what is typed to find one, without case and accents. */
const wordsOf = (text: string): string[] =>
  foldCase(text.normalize('NFKD').replace(/\p{M}/gu, ''))
    .split(separators)
    .filter((word) => word !== '');

/** How well names fit what is typed. Lower is better. */
export type NameMatcher = (name: string) => number | undefined;

/**
 * Returns a function that says how well a name fits what a person types to find it: each word has to begin a word of the name. 0 means
 * that the name has exactly these words, 1 that it begins with them, 2 that they are in it; undefined, that it does not fit.
 */
export function nameMatcher(query: string): NameMatcher {
  const typed = wordsOf(query);
  return (name) => {
    if (typed.length === 0) return undefined;
    const words = wordsOf(name);
    if (!typed.every((start) => words.some((word) => word.startsWith(start)))) return undefined;
    if (words.join(' ') === typed.join(' ')) return 0;
    return words.join(' ').startsWith(typed.join(' ')) ? 1 : 2;
  };
}

/** Returns the things whose names fit best, at most `limit`. Of equally good ones, earlier ones come first. */
export function bestNamed<T>(
  things: Iterable<T>,
  query: string,
  namesOf: (thing: T) => readonly string[],
  limit: number,
): T[] {
  const fit = nameMatcher(query);
  const found: { thing: T; rank: number }[] = [];
  for (const thing of things) {
    const ranks = namesOf(thing).flatMap((name) => fit(name) ?? []);
    if (ranks.length > 0) found.push({ thing, rank: Math.min(...ranks) });
  }
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ thing }) => thing);
}
