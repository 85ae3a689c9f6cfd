/** What the person has chosen for the formatting bar, on this device. */
import { createSignal } from 'solid-js';
import { part } from '../../model/parts.ts';

/** What a person has chosen for the formatting bar. */
export const formattingOf = part(({ device }) => {
  const [isChosen, setChosen] = createSignal<boolean>();
  const [isLive, setLive] = createSignal(false);
  /** Whether the formatting bar is shown. Until the person asks for it, the box has its five buttons only. */
  const hasBar = (): boolean => isChosen() ?? false;
  return {
    hasBar,
    /** Whether marks are shown as what they mean while a message is written. */
    isLive,
    /** Shows or hides the formatting bar, from now on. */
    toggleBar(): void {
      void device.write('hasFormatBar', setChosen(!hasBar()));
    },
    /** Shows marks as what they mean while a message is written, or no longer, from now on. */
    toggleLive(): void {
      void device.write(
        'hasLiveFormatting',
        setLive((each) => !each),
      );
    },
    /** Shows the formatting bar as the person last chose. Call it when the local store is open. */
    async restore(): Promise<void> {
      const [bar, live] = await Promise.all([device.read('hasFormatBar'), device.read('hasLiveFormatting')]);
      setChosen(bar);
      setLive(live ?? false);
    },
  };
});
