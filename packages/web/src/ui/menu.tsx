import { createSignal, Show } from 'solid-js';
import { loadedLater } from '../lib/loadable.ts';
import type { MenuProps } from './openable-menu.tsx';
import { createOpened } from './opening.tsx';

export type { MenuEntry } from './openable-menu.tsx';

const openableMenu = loadedLater(() => import('./openable-menu.tsx'));

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
