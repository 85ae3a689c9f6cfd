/** State of the dialogs that keys, menus and commands can open from anywhere. */
import { createSignal } from 'solid-js';

export type GlobalDialog = 'palette' | 'shortcuts' | 'status' | 'log-out';

const [globalDialog, setGlobalDialog] = createSignal<GlobalDialog>();

export { globalDialog };

/** Returns whether a key press (Ctrl+K or Command+K) opens the palette. */
export const isPaletteKey = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k';

/** Opens a dialog. Replaces the open one. */
export const openDialog = (name: GlobalDialog): void => void setGlobalDialog(name);

/** Closes the open dialog. */
export const closeDialog = (): void => void setGlobalDialog(undefined);
