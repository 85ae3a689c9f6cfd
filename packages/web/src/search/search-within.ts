/** Asks the search box to search a part of the messages. */
import type { Narrow } from '@parley/client';
import { createSignal } from 'solid-js';
import { go, placeOfNarrow } from '../router.ts';

/** Operands of `is:` that the navigation links to. */
const viewsOfIs: ReadonlySet<unknown> = new Set(['mentioned', 'starred', 'dm']);

/** Returns whether a narrow is a search, rather than a conversation, a channel or a view of the navigation. */
export function isSearch(narrow: Narrow): boolean {
  const [first] = narrow;
  if (first === undefined || placeOfNarrow(narrow) !== undefined) return false;
  if (narrow.length > 1 || first.negated) return true;
  return !(first.operator === 'channel' || (first.operator === 'is' && viewsOfIs.has(first.operand)));
}

const [searched, setSearched] = createSignal<Narrow | undefined>(undefined, { equals: false });

export { searched as searchedNarrow };

/** Returns the visible search box. */
const visibleBox = (): HTMLInputElement | undefined =>
  [...document.querySelectorAll<HTMLInputElement>('[data-search]')].find((box) => box.offsetParent !== null);

/** Moves the focus to the search box. On phones it is in a view of its own. */
export function focusSearch(): void {
  const box = visibleBox();
  if (box) box.select();
  else go('#search');
}

/** Begins a search within a narrow. */
export function searchWithin(narrow: Narrow): void {
  if (!visibleBox()) go('#search');
  // The view of the search may be drawn only now.
  requestAnimationFrame(() => {
    setSearched(narrow);
    visibleBox()?.focus();
  });
}
