/** Ranks people for the name that somebody types in a mention. */
import { foldCase } from '@parley/client';

const wordBreak = /[^\p{L}\p{N}]+/u;

/**
 * Returns a function that ranks names: 0 when a whole word of the name is the query, or the whole name is, 1 when the name begins with it,
 * 2 when a later word does, 3 when the name contains it elsewhere; undefined for no match. Prepares the query once, because each typed key
 * ranks up to ten thousand names.
 */
export function nameRankFor(query: string): (name: string) => number | undefined {
  const wanted = foldCase(query.trim());
  if (wanted === '') return () => 0;
  return (name) => {
    const folded = foldCase(name);
    const at = folded.indexOf(wanted);
    if (at < 0) return undefined;
    const words = folded.split(wordBreak);
    if (folded === wanted || words.includes(wanted)) return 0;
    if (at === 0) return 1;
    return words.some((word) => word.startsWith(wanted)) || folded.includes(` ${wanted}`) ? 2 : 3;
  };
}

/** Value by which all others come after the people of the conversation. */
const others = 4;

/** Returns the place of a person in the list, lower first: people of the conversation, if a word of their name begins with the query. */
export const mentionValue = (rank: number, isNearby: boolean): number =>
  isNearby && rank <= 2 ? rank : others + rank - (isNearby ? 0.5 : 0);
