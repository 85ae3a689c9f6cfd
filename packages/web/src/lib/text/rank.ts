/** Ranks names for what a person types, and chooses the best. */
import { foldCase } from '@parley/client';

/** Number of suggestions to show. */
export const maxItems = 8;

/**
 * Ranks a name for the typed text: 0 when it begins with the text, 1 when a later word does, 2 when it contains the text elsewhere;
 * undefined for no match.
 */
export const rankOf = (name: string, query: string): number | undefined => rankFor(query)(name);

/** As `rankOf`, with the query prepared once: each typed key ranks up to ten thousand names. */
export function rankFor(query: string): (name: string) => number | undefined {
  const wanted = foldCase(query);
  if (wanted === '') return () => 0;
  return (name) => {
    const folded = foldCase(name);
    const at = folded.indexOf(wanted);
    if (at <= 0) return at === 0 ? 0 : undefined;
    return folded[at - 1] === ' ' || folded.includes(` ${wanted}`) ? 1 : 2;
  };
}

/** Returns the `limit` best-ranked items, in one pass. Items of equal rank keep their order. */
export function best<T>(all: Iterable<T>, rank: (each: T) => number | undefined, limit = maxItems): T[] {
  const found: { readonly value: number; readonly each: T }[] = [];
  for (const each of all) {
    const value = rank(each);
    if (value === undefined) continue;
    const at = found.findLastIndex((other) => other.value <= value) + 1;
    if (at >= limit) continue;
    if (found.length === limit) found.pop();
    found.splice(at, 0, { value, each });
  }
  return found.map(({ each }) => each);
}
