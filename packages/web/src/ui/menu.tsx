import { DropdownMenu } from '@kobalte/core/dropdown-menu';
import { Check, type IconNode } from 'lucide';
import { createMemo, createSignal, For, type JSX, onCleanup, onMount, Show, untrack } from 'solid-js';
import { t } from '../i18n/index.ts';
import { Icon } from './icon.tsx';
import { holdKeys, KeysAfterClosing } from './opening.tsx';

export type MenuEntry =
  | {
      readonly label: string;
      readonly icon?: IconNode;
      /** The key that does the same. */
      readonly hint?: string;
      /** Whether it is the current one of several choices. */
      readonly isChosen?: boolean;
      readonly isDisabled?: boolean;
      /** Whether it removes something or ends something. */
      readonly isDangerous?: boolean;
      readonly run: () => void;
    }
  | 'separator';

type MenuProps = {
  label: string;
  class?: string;
  title?: string;
  /** Whether the arrow keys of a list go from its button to that of the next row. */
  isListItem?: boolean;
  /** Whether the menu is open, when other elements than its button can open it. */
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  entries: () => readonly MenuEntry[];
  children: JSX.Element;
};

/**
 * A button that opens a menu of actions. `entries` is called when the menu opens. Until then it is a plain button: most
 * menus are never opened, and a screen has dozens of them.
 */
export function Menu(props: MenuProps) {
  const [isOpenItself, setOpenItself] = createSignal(false);
  const isOpen = () => (props.onOpenChange ? (props.isOpen ?? false) : isOpenItself());
  const change = (wanted: boolean) => {
    setOpenItself(wanted);
    props.onOpenChange?.(wanted);
  };
  const wasOpened = createMemo<boolean>((before) => before || isOpen(), false);
  return (
    <Show
      when={wasOpened()}
      fallback={
        <button
          type="button"
          class={props.class ?? 'icon-button'}
          aria-label={props.label}
          title={props.title ?? props.label}
          aria-haspopup="menu"
          aria-expanded="false"
          data-list-item={props.isListItem ? '' : undefined}
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
      <OpenableMenu {...props} isOpen={isOpen()} onOpenChange={change} />
    </Show>
  );
}

function OpenableMenu(props: MenuProps & { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  return (
    <DropdownMenu
      gutter={4}
      placement="bottom-start"
      modal={false}
      preventScroll={false}
      open={props.isOpen}
      onOpenChange={props.onOpenChange}
    >
      <DropdownMenu.Trigger
        class={props.class ?? 'icon-button'}
        aria-label={props.label}
        title={props.title ?? props.label}
        data-list-item={props.isListItem ? '' : undefined}
      >
        {props.children}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content class="menu">
          <KeysOfContent />
          <KeysAfterClosing />
          {/* The entries stay as they are while the menu is open: new elements would take the focus from it. */}
          <For each={untrack(() => props.entries())}>
            {(entry) =>
              entry === 'separator' ? (
                <DropdownMenu.Separator class="menu-separator" />
              ) : (
                <DropdownMenu.Item
                  class="menu-item"
                  classList={{ 'is-danger': entry.isDangerous ?? false }}
                  disabled={entry.isDisabled ?? false}
                  aria-keyshortcuts={entry.hint}
                  onSelect={entry.run}
                >
                  <Show when={entry.icon}>{(icon) => <Icon of={icon()} />}</Show>
                  {entry.label}
                  <Show when={entry.isChosen}>
                    <span class="visually-hidden">{t('chosen')}</span>
                    <span class="hint" aria-hidden="true">
                      <Icon of={Check} />
                    </span>
                  </Show>
                  <Show when={entry.hint}>
                    {(hint) => (
                      <span class="hint" aria-hidden="true">
                        {hint()}
                      </span>
                    )}
                  </Show>
                </DropdownMenu.Item>
              )
            }
          </For>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu>
  );
}

/** Gives the keys that are pressed before the content of a menu has the focus to the content. */
function KeysOfContent() {
  const release = holdKeys();
  // After the timers that the component library sets when it mounts the content.
  onMount(release);
  onCleanup(release);
  return undefined;
}
