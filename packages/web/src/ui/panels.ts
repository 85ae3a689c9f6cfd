import { createSignal } from 'solid-js';
import { readDevice, writeDevice } from '../model/local-store.ts';
import { windowWidthRem } from './window-width.ts';

/** A panel that covers the view when the window is too narrow to show both. */
export type Panel = 'people' | 'navigation';

const [openPanel, setOpenPanel] = createSignal<Panel>();
/** Whether the people panel is shown beside the view in wide windows. */
const [isPeopleFolded, setPeopleFolded] = createSignal(false);

/** Whether the main menu is open. */
const [isMainMenuOpen, setMainMenuOpen] = createSignal(false);

export { isMainMenuOpen, isPeopleFolded, openPanel, setMainMenuOpen, setOpenPanel };

/** Hides the people panel when it was hidden at the person's last visit. Call it when the local store is open. */
export async function restorePanels(): Promise<void> {
  setPeopleFolded((await readDevice('isPeopleFolded')) ?? false);
}

/** Width from which the styles show the list of people beside the view, in root font sizes. */
const wideRem = 75;

/** Returns whether the window is wide enough for the list of people beside the view, instead of above it. */
const hasRoomForPeople = (): boolean => windowWidthRem() >= wideRem;

/** Shows or hides the list of people. */
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

/** Returns whether the list of people is visible. */
export const arePeopleShown = (): boolean =>
  hasRoomForPeople() ? !isPeopleFolded() : openPanel() === 'people';

/** Shows the list of people if it is hidden. */
export function showPeople(): void {
  if (!arePeopleShown()) togglePeople();
}
