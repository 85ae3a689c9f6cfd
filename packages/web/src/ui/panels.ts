import { createSignal } from 'solid-js';
import { windowWidthRem } from '../lib/window-width.ts';
import { readDevice, writeDevice } from '../model/local-store.ts';

/** A panel that covers the view in windows that are too narrow to show both. */
export type Panel = 'people' | 'navigation';

const [openPanel, setOpenPanel] = createSignal<Panel>();
/** Whether the people panel is hidden in wide windows, where it is beside the view. */
const [isPeopleFolded, setPeopleFolded] = createSignal(false);

/** Whether the main menu is open. */
const [isMainMenuOpen, setMainMenuOpen] = createSignal(false);

export { isMainMenuOpen, isPeopleFolded, openPanel, setMainMenuOpen, setOpenPanel };

/** Minimum window width at which the people panel is shown until the person shows or hides it, in root font sizes. */
const unfoldedRem = 100;

/** Hides the people panel if the person hid it at the last visit, or else in all but wide windows. Call it when the local store is open. */
export async function restorePanels(): Promise<void> {
  setPeopleFolded((await readDevice('isPeopleFolded')) ?? windowWidthRem() < unfoldedRem);
}

/** Minimum window width at which the styles show the people panel beside the view, in root font sizes. */
const wideRem = 75;

/**
 * Returns whether the window is wide enough to show the people panel beside the view. Narrower windows show it above the view.
 */
const hasRoomForPeople = (): boolean => windowWidthRem() >= wideRem;

/** Shows or hides the people panel. */
export function togglePeople(): void {
  if (!hasRoomForPeople()) {
    setOpenPanel((each) => (each === 'people' ? undefined : 'people'));
    return;
  }
  void writeDevice(
    'isPeopleFolded',
    setPeopleFolded((each) => !each),
  );
}

/** Returns whether the people panel is visible. */
export const arePeopleShown = (): boolean =>
  hasRoomForPeople() ? !isPeopleFolded() : openPanel() === 'people';

/** Shows the people panel if it is hidden. */
export function showPeople(): void {
  if (!arePeopleShown()) togglePeople();
}
