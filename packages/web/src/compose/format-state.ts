/** What the person has chosen for the formatting bar, on this device. */
import { createSignal } from 'solid-js';
import { readDevice, writeDevice } from '../model/local-store.ts';

const [isChosen, setChosen] = createSignal<boolean>();
const [hasLiveFormatting, setLiveFormatting] = createSignal(false);

export { hasLiveFormatting };

/** Whether the formatting bar is shown: as the person chose, and else where there is room for it beside the other buttons. */
export const hasFormatBar = (isOneColumn: boolean): boolean => isChosen() ?? !isOneColumn;

/** Shows or hides the formatting bar, from now on. */
export const toggleFormatBar = (isOneColumn: boolean): void =>
  void writeDevice('hasFormatBar', setChosen(!hasFormatBar(isOneColumn)));

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
