/** Asks the search box to search only a part of all messages. */
import type { Narrow } from '@parley/client';
import { createSignal } from 'solid-js';
import { go, placeOfNarrow } from '../router/router.ts';

/** Operands of the operator `is:` whose views the navigation links to. */
const viewsOfIs: ReadonlySet<unknown> = new Set(['mentioned', 'starred', 'dm']);

/** Returns whether a narrow is a search. A conversation, a channel, or a view of the navigation is no search. */
export function isSearch(narrow: Narrow): boolean {
  const [first] = narrow;
  if (first === undefined || placeOfNarrow(narrow) !== undefined) return false;
  if (narrow.length > 1 || first.negated) return true;
  return !(first.operator === 'channel' || (first.operator === 'is' && viewsOfIs.has(first.operand)));
}

const [searched, setSearched] = createSignal<Narrow | undefined>(undefined, { equals: false });

export { searched as searchedNarrow };

/** Returns the visible search box; undefined without one. */
const visibleBox = (): HTMLInputElement | undefined =>
  [...document.querySelectorAll<HTMLInputElement>('[data-search]')].find((box) => box.offsetParent !== null);

/** Focuses the search box. Phones show it in its own view. */
export function focusSearch(): void {
  const box = visibleBox();
  if (box) box.select();
  else go('#search');
}

/** Starts a search within the messages of a narrow. */
export function searchWithin(narrow: Narrow): void {
  if (!visibleBox()) go('#search');
  // Waits for a frame, because the view of the search may not be drawn yet.
  requestAnimationFrame(() => {
    setSearched(narrow);
    visibleBox()?.focus();
  });
}
