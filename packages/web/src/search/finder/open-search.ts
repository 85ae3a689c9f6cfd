/** Opens the search: the switcher, or the field above results that are on view. */
import type { Narrow } from '@parley/client';
import type { Parley } from '../../model/parley.tsx';

/** Opens the switcher, or selects the text of the field above the results. */
export function focusSearch(parley: Parley): void {
  const field = parley.root.querySelector<HTMLInputElement>('[data-search]');
  if (field) field.select();
  else parley.globalDialog.openPalette();
}

/** Starts a search within the messages of a narrow. */
export const searchWithin = (parley: Parley, narrow: Narrow): void => parley.globalDialog.openPalette(narrow);
