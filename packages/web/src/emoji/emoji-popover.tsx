import { Popover } from '@kobalte/core/popover';
import { createMemo, type JSX, Show } from 'solid-js';
import { isSheet, Sheet } from '../ui/dialog.tsx';
import { focusAtOnce, KeysAfterClosing } from '../ui/opening.tsx';
import type { Emoji } from './all-emoji.ts';
import EmojiPicker from './emoji-picker.tsx';
import { em } from './texts.ts';

/** Renders a button, and while it is open, the emoji picker: in a popover, or in a sheet. */
export default function EmojiPopover(props: {
  label: string;
  placement: 'top-start' | 'bottom-end';
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onChoose: (emoji: Emoji, toned?: string) => void;
  children: JSX.Element;
}) {
  // Stays the same while the picker is open, also if the phone is turned.
  const isOpenAsSheet = createMemo(() => props.isOpen && isSheet());
  return (
    <>
      <Popover
        open={props.isOpen && !isOpenAsSheet()}
        onOpenChange={props.onOpenChange}
        placement={props.placement}
        gutter={4}
      >
        <Popover.Trigger class="icon-button" aria-label={props.label} title={props.label}>
          {props.children}
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            class="popover emoji-popover"
            aria-label={em('chooseEmoji')}
            onOpenAutoFocus={focusAtOnce()}
          >
            <EmojiPicker onChoose={props.onChoose} />
            <KeysAfterClosing />
          </Popover.Content>
        </Popover.Portal>
      </Popover>
      <Show when={isOpenAsSheet()}>
        <Sheet title={em('chooseEmoji')} isBare onClose={() => props.onOpenChange(false)}>
          <EmojiPicker onChoose={props.onChoose} />
        </Sheet>
      </Show>
    </>
  );
}
