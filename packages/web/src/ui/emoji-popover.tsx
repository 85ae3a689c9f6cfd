import { Popover } from '@kobalte/core/popover';
import { Suspense } from 'solid-js';
import { t } from '../i18n/index.ts';
import type { Emoji } from '../model/emoji.ts';
import { loadable } from './loadable.ts';
import { focusAtOnce, HeldKeys, KeysAfterClosing } from './opening.tsx';

const LoadedPicker = loadable(() => import('./emoji-picker.tsx'));

/** Chooses an emoji from a grid or by its name. Its code is loaded on demand. */
export function EmojiPicker(props: { onChoose: (emoji: Emoji) => void }) {
  return (
    <Suspense fallback={<HeldKeys />}>
      <LoadedPicker onChoose={props.onChoose} />
    </Suspense>
  );
}

/** The content of a popover in which an emoji is chosen. */
export function EmojiPopover(props: { onChoose: (emoji: Emoji) => void }) {
  return (
    <Popover.Portal>
      <Popover.Content
        class="popover emoji-popover"
        aria-label={t('chooseEmoji')}
        onOpenAutoFocus={focusAtOnce()}
      >
        <EmojiPicker onChoose={props.onChoose} />
        <KeysAfterClosing />
      </Popover.Content>
    </Popover.Portal>
  );
}
