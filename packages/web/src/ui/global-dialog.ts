/** Dialogs of the whole client that keys, menus and commands open. */
import { createSignal } from 'solid-js';

export type GlobalDialog = 'palette' | 'shortcuts' | 'status' | 'log-out';

const [globalDialog, setGlobalDialog] = createSignal<GlobalDialog>();

export { globalDialog };

/** Opens one of them in place of the one that is open. */
export const openDialog = (name: GlobalDialog): void => void setGlobalDialog(name);

/** Closes the one that is open. */
export const closeDialog = (): void => void setGlobalDialog(undefined);
