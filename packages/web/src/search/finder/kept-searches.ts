/** Searches that were run, by entry of the browser's history: going back shows the same results at the same place. */

import type { ShownSearch } from '../filters/search-within.ts';
import type { Sort } from '../search-run.ts';
import { SearchRun, type SearchServer } from '../search-run.ts';

/** The kinds of results, in the order of their tabs. */
export const kinds = ['messages', 'files', 'people', 'channels', 'topics'] as const;
export type Kind = (typeof kinds)[number];

export type KeptSearch = {
  readonly run: SearchRun;
  /** Called when the run has changed, while its results are on view. */
  onChange: () => void;
  kind: Kind;
  /** ID of the result that was opened last, which gets the focus again. */
  openedId: string | undefined;
};

const maxKept = 10;
const maxRecent = 10;

/** Returns the addresses of the last searches, with another one first. */
export const withRecent = (before: readonly string[], href: string): string[] =>
  [href, ...before.filter((each) => each !== href)].slice(0, maxRecent);

export class KeptSearches {
  readonly #kept = new Map<string, { readonly href: string; readonly search: KeptSearch }>();

  /** Returns the search of a history entry if it was run before; undefined otherwise. */
  find(entry: string, href: string): KeptSearch | undefined {
    const kept = this.#kept.get(entry);
    return kept?.href === href ? kept.search : undefined;
  }

  /** Runs a search, and keeps it. */
  create(entry: string, href: string, shown: ShownSearch, sort: Sort, server: SearchServer): KeptSearch {
    this.#kept.get(entry)?.search.run.end();
    const search: KeptSearch = {
      run: new SearchRun(server, { ...shown, sort }, () => search.onChange()),
      onChange: () => undefined,
      kind: 'messages',
      openedId: undefined,
    };
    this.#kept.delete(entry);
    this.#kept.set(entry, { href, search });
    for (const [key, { search: old }] of [...this.#kept].slice(0, -maxKept)) {
      old.run.end();
      this.#kept.delete(key);
    }
    return search;
  }
}
