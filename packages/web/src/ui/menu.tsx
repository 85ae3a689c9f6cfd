import type { IconNode } from 'lucide';
import { createSignal, type JSX, Show } from 'solid-js';
import { loadedLater } from '../lib/loadable.ts';
import { createOpened } from './opening.tsx';

const openableMenu = loadedLater(() => import('./openable-menu.tsx'));

export type MenuEntry =
  | {
      readonly label: string;
      readonly icon?: IconNode;
      /** Keyboard shortcut of the same action. */
      readonly hint?: string;
      /** Whether the entry is the current one of several choices. */
      readonly isChosen?: boolean;
      readonly isDisabled?: boolean;
      /** Whether the action deletes or ends something. */
      readonly isDangerous?: boolean;
      readonly run: () => void;
    }
  | 'separator';

export type MenuProps = {
  label: string;
  class?: string;
  title?: string;
  /** Whether the menu's button belongs to a row of a list. The arrow keys of the list can then move the focus to it. */
  isListItem?: boolean;
  /** Whether the menu is open. Needed only if other elements than the menu's button can open it. */
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** Where in the window the menu opens, if it was not opened by its button. */
  at?: { readonly x: number; readonly y: number } | undefined;
  /** Whether the Tab key skips the button, because the row that it belongs to opens the menu by key. */
  isSkipped?: boolean;
  entries: () => readonly MenuEntry[];
  children: JSX.Element;
};

/**
 * Renders a button that opens a menu of actions. `entries` is called when the menu opens. Until then, only a plain button is
 * rendered, because a screen has dozens of menus and most of them are never opened. The code of menus is loaded on demand.
 */
export function Menu(props: MenuProps) {
  const [isOpenItself, setOpenItself] = createSignal(false);
  const isOpen = () => (props.onOpenChange ? (props.isOpen ?? false) : isOpenItself());
  const change = (wanted: boolean) => {
    setOpenItself(wanted);
    props.onOpenChange?.(wanted);
  };
  const openable = createOpened(openableMenu, isOpen, () => change(false));
  return (
    <Show
      when={openable()}
      keyed
      fallback={
        <button
          type="button"
          class={props.class ?? 'icon-button'}
          aria-label={props.label}
          title={props.title ?? props.label}
          aria-haspopup="menu"
          aria-expanded="false"
          data-list-item={props.isListItem ? '' : undefined}
          tabindex={props.isSkipped ? -1 : undefined}
          onClick={() => change(true)}
          on:keydown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            event.stopPropagation();
            change(true);
          }}
        >
          {props.children}
        </button>
      }
    >
      {(OpenableMenu) => <OpenableMenu {...props} isOpen={isOpen()} onOpenChange={change} />}
    </Show>
  );
}
