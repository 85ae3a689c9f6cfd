/** What the person has chosen for the formatting bar, on this device. */
import { createSignal } from 'solid-js';
import { part } from '../model/parts.ts';

/** What a person has chosen for the formatting bar. */
export const formattingOf = part(({ device }) => {
  const [isChosen, setChosen] = createSignal<boolean>();
  const [isLive, setLive] = createSignal(false);
  /** Whether the formatting bar is shown: as the person chose, and else where there is room for it beside the other buttons. */
  const hasBar = (isOneColumn: boolean): boolean => isChosen() ?? !isOneColumn;
  return {
    hasBar,
    /** Whether marks are shown as what they mean while a message is written. */
    isLive,
    /** Shows or hides the formatting bar, from now on. */
    toggleBar(isOneColumn: boolean): void {
      void device.write('hasFormatBar', setChosen(!hasBar(isOneColumn)));
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
