/** What the person has chosen for the formatting bar, on this device. */
import { createSignal } from 'solid-js';
import { windowWidthRem } from '../lib/window-width.ts';
import { readDevice, writeDevice } from '../model/local-store.ts';

/** Minimum width of a window in which the bar is shown unless the person hid it, in root font sizes. */
const wideRem = 48;

const [isChosen, setChosen] = createSignal<boolean>();
const [hasLiveFormatting, setLiveFormatting] = createSignal(false);

export { hasLiveFormatting };

/** Whether the formatting bar is shown. */
export const hasFormatBar = (): boolean => isChosen() ?? windowWidthRem() >= wideRem;

/** Shows or hides the formatting bar, from now on. */
export const toggleFormatBar = (): void => void writeDevice('hasFormatBar', setChosen(!hasFormatBar()));

/** Shows marks as what they mean while a message is written, or no longer, from now on. */
export const toggleLiveFormatting = (): void =>
  void writeDevice(
    'hasLiveFormatting',
    setLiveFormatting((each) => !each),
  );

/** Shows the formatting bar as the person last chose. Call it when the local store is open. */
export async function restoreFormatBar(): Promise<void> {
  const [bar, live] = await Promise.all([readDevice('hasFormatBar'), readDevice('hasLiveFormatting')]);
  setChosen(bar);
  setLiveFormatting(live ?? false);
}
