import { type JSX, Show } from 'solid-js';
import { loadedLater } from '../lib/loadable.ts';
import { createOpened } from '../ui/opening.tsx';
import type { Emoji } from './all-emoji.ts';

const emojiPopover = loadedLater(() => import('./emoji-popover.tsx'));

type EmojiButtonProps = {
  label: string;
  placement: 'top-start' | 'bottom-end';
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onChoose: (emoji: Emoji, toned?: string) => void;
  /** Whether the button of the popover stays when it closes, and gets the focus back. Otherwise the plain button replaces it. */
  isKept?: boolean;
  /** Called with the button as it is while the picker is closed. */
  ref?: (button: HTMLButtonElement) => void;
  children: JSX.Element;
};

/** Renders a button that opens the emoji picker, whose code is loaded on demand. */
export function EmojiButton(props: EmojiButtonProps) {
  const popover = createOpened(
    emojiPopover,
    () => props.isOpen,
    () => props.onOpenChange(false),
  );
  return (
    <Show
      when={(props.isKept || props.isOpen) && popover()}
      keyed
      fallback={
        <button
          ref={(element) => props.ref?.(element)}
          type="button"
          class="icon-button"
          aria-label={props.label}
          title={props.label}
          aria-haspopup="dialog"
          aria-expanded="false"
          onClick={() => props.onOpenChange(true)}
        >
          {props.children}
        </button>
      }
    >
      {(EmojiPopover) => (
        <EmojiPopover
          label={props.label}
          placement={props.placement}
          isOpen={props.isOpen}
          onOpenChange={props.onOpenChange}
          onChoose={props.onChoose}
        >
          {props.children}
        </EmojiPopover>
      )}
    </Show>
  );
}
