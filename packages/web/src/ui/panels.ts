import { createSignal } from 'solid-js';
import { windowWidthRem } from '../lib/window/window-width.ts';
import { part } from '../model/parts.ts';

/** A panel that covers the view in windows that are too narrow to show both. */
export type Panel = 'people' | 'navigation';

/** Minimum window width at which the people panel is shown until the person shows or hides it, in root font sizes. */
const unfoldedRem = 100;

/** Minimum window width at which the styles show the people panel beside the view, in root font sizes. */
const wideRem = 75;

/** Returns whether the window is wide enough to show the people panel beside the view. Narrower windows show it above the view. */
const hasRoomForPeople = (): boolean => windowWidthRem() >= wideRem;

/** What is open beside and above the view of a client. */
export const panelsOf = part(({ device }) => {
  const [open, setOpen] = createSignal<Panel>();
  const [isPeopleFolded, setPeopleFolded] = createSignal(false);
  const [isMainMenuOpen, setMainMenuOpen] = createSignal(false);
  const arePeopleShown = () => (hasRoomForPeople() ? !isPeopleFolded() : open() === 'people');
  const togglePeople = () => {
    if (hasRoomForPeople()) {
      setPeopleFolded((each) => !each);
      void device.write('isPeopleFolded', isPeopleFolded());
    } else {
      setOpen((each) => (each === 'people' ? undefined : 'people'));
    }
  };
  return {
    open,
    setOpen,
    /** Whether the people panel is hidden in wide windows, where it is beside the view. */
    isPeopleFolded,
    isMainMenuOpen,
    setMainMenuOpen,
    /** Hides the people panel if the person hid it last time, or else in all but wide windows. Needs the open local store. */
    async restore(): Promise<void> {
      setPeopleFolded((await device.read('isPeopleFolded')) ?? windowWidthRem() < unfoldedRem);
    },
    arePeopleShown,
    togglePeople,
    showPeople() {
      if (!arePeopleShown()) togglePeople();
    },
  };
});
