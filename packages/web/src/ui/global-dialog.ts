/** Dialogs of the whole client, which keys, menus and commands open. */
import { createSignal } from 'solid-js';

export type GlobalDialog = 'palette' | 'shortcuts' | 'status' | 'log-out';

const [globalDialog, setGlobalDialog] = createSignal<GlobalDialog>();

export { globalDialog };

/** Opens a dialog in place of the open one. */
export const openDialog = (name: GlobalDialog): void => void setGlobalDialog(name);

/** Closes the open dialog. */
export const closeDialog = (): void => void setGlobalDialog(undefined);
