import { Popover } from '@kobalte/core/popover';
import { focusAtOnce, KeysAfterClosing } from '../../ui/opening.tsx';
import { co } from '../texts.ts';
import GifPicker from './gif-picker.tsx';

/**
 * Renders the search for GIFs in a popover.
 * @param props.anchor the element of the button that opened it, which gets the focus back
 */
export default function GifPopover(props: {
  anchor: HTMLElement;
  onClose: () => void;
  onChoose: (markdown: string) => void;
}) {
  return (
    <Popover
      open
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      anchorRef={() => props.anchor}
      placement="top-start"
      gutter={4}
    >
      <Popover.Portal>
        <Popover.Content
          class="popover gif-popover"
          aria-label={co('insertGif')}
          onOpenAutoFocus={focusAtOnce()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (document.activeElement === document.body) props.anchor.querySelector('button')?.focus();
          }}
        >
          <GifPicker onChoose={props.onChoose} />
          <KeysAfterClosing />
        </Popover.Content>
      </Popover.Portal>
    </Popover>
  );
}
