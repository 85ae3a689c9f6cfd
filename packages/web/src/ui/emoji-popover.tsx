import { Popover } from '@kobalte/core/popover';
import { Suspense } from 'solid-js';
import { t } from '../i18n/index.ts';
import { loadable } from '../lib/loadable.ts';
import type { Emoji } from '../model/emoji.ts';
import { focusAtOnce, HeldKeys, KeysAfterClosing } from './opening.tsx';

const LoadedPicker = loadable(() => import('./emoji-picker.tsx'));

/** Renders the emoji picker, whose code is loaded on demand. */
export function EmojiPicker(props: { onChoose: (emoji: Emoji, toned?: string) => void }) {
  return (
    <Suspense fallback={<HeldKeys />}>
      <LoadedPicker onChoose={props.onChoose} />
    </Suspense>
  );
}

/** Renders the content of a popover with the emoji picker. */
export function EmojiPopover(props: { onChoose: (emoji: Emoji, toned?: string) => void }) {
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
