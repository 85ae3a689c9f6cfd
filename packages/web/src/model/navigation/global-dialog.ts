/** State of the dialogs that keys, menus and commands can open from anywhere. */
import type { Narrow } from '@parley/client';
import { type Accessor, createSignal } from 'solid-js';

export type GlobalDialog = 'palette' | 'shortcuts' | 'status' | 'log-out' | 'views';

/** Returns whether a key press (Ctrl+K or Command+K) opens the palette. */
export const isPaletteKey = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k';

/** The dialog of a client that is open, at most one. */
export class GlobalDialogs {
  readonly present: Accessor<GlobalDialog | undefined>;
  /** The messages within which the palette begins to search. */
  readonly searchedNarrow: Accessor<Narrow>;
  readonly #setPresent: (name: GlobalDialog | undefined) => void;
  readonly #setSearchedNarrow: (narrow: Narrow) => void;

  constructor() {
    const [present, setPresent] = createSignal<GlobalDialog>();
    const [searchedNarrow, setSearchedNarrow] = createSignal<Narrow>([]);
    this.present = present;
    this.searchedNarrow = searchedNarrow;
    this.#setPresent = setPresent;
    this.#setSearchedNarrow = (narrow) => setSearchedNarrow(narrow);
  }

  open(name: GlobalDialog): void {
    this.#setPresent(name);
  }

  /** Opens the palette, which searches within the messages of a narrow (message filter). */
  openPalette(within: Narrow = []): void {
    this.#setSearchedNarrow(within);
    this.open('palette');
  }

  close(): void {
    this.#setPresent(undefined);
  }
}
