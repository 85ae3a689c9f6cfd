/** State of the dialogs that keys, menus and commands can open from anywhere. */
import type { Narrow } from '@parley/client';
import { createSignal } from 'solid-js';

export type GlobalDialog = 'palette' | 'shortcuts' | 'status' | 'log-out' | 'views';

const [globalDialog, setGlobalDialog] = createSignal<GlobalDialog>();
/** The messages within which the palette begins to search. */
const [searchedNarrow, setSearchedNarrow] = createSignal<Narrow>([]);

export { globalDialog, searchedNarrow };

/** Returns whether a key press (Ctrl+K or Command+K) opens the palette. */
export const isPaletteKey = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k';

/** Opens a dialog. Replaces the open one. */
export const openDialog = (name: GlobalDialog): void => void setGlobalDialog(name);

/** Opens the palette, which searches within the messages of a narrow (message filter). */
export function openPalette(within: Narrow = []): void {
  setSearchedNarrow(within);
  openDialog('palette');
}

/** Closes the open dialog. */
export const closeDialog = (): void => void setGlobalDialog(undefined);
