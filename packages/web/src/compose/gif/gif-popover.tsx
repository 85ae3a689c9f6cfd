import { Popover } from '@kobalte/core/popover';
import { t } from '../../i18n/index.ts';
import { focusAtOnce, KeysAfterClosing } from '../../ui/opening.tsx';
import GifPicker from './gif-picker.tsx';

/** Renders the button of the search for GIFs, and while it is open, a popover with the search. */
export default function GifPopover(props: {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onChoose: (markdown: string) => void;
}) {
  return (
    <Popover open={props.isOpen} onOpenChange={props.onOpenChange} placement="top-start" gutter={4}>
      <Popover.Trigger class="icon-button gif-button" aria-label={t('insertGif')} title={t('insertGif')}>
        <span aria-hidden="true">GIF</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          class="popover gif-popover"
          aria-label={t('insertGif')}
          onOpenAutoFocus={focusAtOnce()}
        >
          <GifPicker onChoose={props.onChoose} />
          <KeysAfterClosing />
        </Popover.Content>
      </Popover.Portal>
    </Popover>
  );
}
