import { Popover } from '@kobalte/core/popover';
import type { JSX } from 'solid-js';
import { focusAtOnce, KeysAfterClosing } from '../ui/opening.tsx';
import type { Emoji } from './all-emoji.ts';
import EmojiPicker from './emoji-picker.tsx';
import { em } from './texts.ts';

/** Renders a button, and while it is open, a popover with the emoji picker. */
export default function EmojiPopover(props: {
  label: string;
  placement: 'top-start' | 'bottom-end';
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onChoose: (emoji: Emoji, toned?: string) => void;
  children: JSX.Element;
}) {
  return (
    <Popover open={props.isOpen} onOpenChange={props.onOpenChange} placement={props.placement} gutter={4}>
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
  );
}
