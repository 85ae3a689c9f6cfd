/** Ranks people for the name that somebody types in a mention. */
import { foldCase } from '@parley/client';
import { foldedText } from '../../lib/text/folded-text.ts';
import type { TextRange } from '../../lib/text/fuzzy.ts';

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

/** How close a person is to a conversation. The groups of suggestions, in their order. */
const groups = ['conversation', 'channel', 'elsewhere'] as const;
export type Closeness = (typeof groups)[number];

/** Number of ranks of names that have a word beginning with the query. */
const wordRanks = 3;

/**
 * Returns the position of a person in the list, lower first. Names with a word that begins with the query come before those that
 * only contain it. Of either, people of the conversation come first, then subscribers of its channel, then all others.
 */
export function mentionValue(rank: number, closeness: Closeness): number {
  const group = groups.indexOf(closeness);
  return rank < wordRanks ? group * wordRanks + rank : groups.length * wordRanks + group;
}

/** Returns the part of a text that matches a query, at the beginning of a word if possible; undefined without one. */
export function matchedRange(text: string, query: string): TextRange | undefined {
  const wanted = foldCase(query.trim());
  if (wanted === '') return undefined;
  const { text: folded, starts } = foldedText(text, foldCase);
  let found = folded.indexOf(wanted);
  for (let at = found; at >= 0; at = folded.indexOf(wanted, at + 1)) {
    if (at > 0 && !wordBreak.test(folded.charAt(at - 1))) continue;
    found = at;
    break;
  }
  if (found < 0) return undefined;
  const last = starts[found + wanted.length - 1]!;
  return [starts[found]!, starts.find((start) => start > last) ?? text.length];
}
