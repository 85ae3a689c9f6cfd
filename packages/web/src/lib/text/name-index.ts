import { type FoldedName, type FuzzyMatch, foldName, foldQuery, fuzzyMatch, hasInOrder } from './fuzzy.ts';

export type Named<T> = {
  readonly item: T;
  /** The names by which it is found. The first one is shown, and only its matches are marked. */
  readonly names: readonly string[];
};

export type FoundName<T> = {
  readonly item: T;
  /** Score of the match and of the bonus together. */
  readonly score: number;
  /** How the shown name matches; undefined when only another name does. */
  readonly match: FuzzyMatch | undefined;
};

type Entry<T> = { readonly item: T; readonly folded: readonly FoldedName[] };

/** How much less the match of a name counts that is not shown. */
const otherName = 4;

/**
 * Finds names by a few letters. Names are prepared once. When a query continues the one before, only names are looked at that the
 * one before left, so that typing does not go through thousands of names at each key.
 */
export class NameIndex<T> {
  readonly #entries: readonly Entry<T>[];
  readonly #bonus: (item: T) => number;
  #left: { readonly whole: string; readonly entries: readonly Entry<T>[] } | undefined;
  /** Number of names that the last query looked at. */
  examined = 0;

  /** @param bonus how much more an item counts, for example because it is used often; from 0 to 20 */
  constructor(all: Iterable<Named<T>>, bonus: (item: T) => number = () => 0) {
    this.#entries = Array.from(all, ({ item, names }) => ({ item, folded: names.map(foldName) }));
    this.#bonus = bonus;
  }

  /**
   * Returns the best matches, the best first. Items of equal score keep their order.
   * @param isShownOnly whether the shown name must match, so that each result says why it was found
   */
  find(query: string, limit: number, isShownOnly = false): FoundName<T>[] {
    const wanted = foldQuery(query);
    if (wanted.words.length === 0) return [];
    const known =
      this.#left && wanted.whole.startsWith(this.#left.whole) ? this.#left.entries : this.#entries;
    this.examined = known.length;
    const entries = known.filter(({ folded }) =>
      folded.some(({ text }) => wanted.words.every((word) => hasInOrder(text, word))),
    );
    this.#left = { whole: wanted.whole, entries };
    const found: FoundName<T>[] = [];
    for (const { item, folded } of entries) {
      const matches = folded.map((each) => fuzzyMatch(each, wanted));
      const best = Math.max(...matches.map((each, index) => (each ? each.score - (index && otherName) : 0)));
      if (best > 0 && (matches[0] || !isShownOnly))
        insert(found, { item, score: best + this.#bonus(item), match: matches[0] }, limit);
    }
    return found;
  }
}

/** Inserts into the `limit` best, which stay sorted. */
function insert<T>(found: FoundName<T>[], next: FoundName<T>, limit: number): void {
  const at = found.findLastIndex(({ score }) => score >= next.score) + 1;
  if (at >= limit) return;
  if (found.length === limit) found.pop();
  found.splice(at, 0, next);
}
