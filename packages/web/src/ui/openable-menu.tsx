import { DropdownMenu } from '@kobalte/core/dropdown-menu';
import { Check, type IconNode } from 'lucide';
import { For, type JSX, onCleanup, onMount, Show, untrack } from 'solid-js';
import { t } from '../i18n/index.ts';
import { Icon } from './icon.tsx';
import { holdKeys, KeysAfterClosing } from './opening.tsx';

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

/** Renders the button of a menu that was opened once, and the menu while it is open. */
export default function OpenableMenu(
  props: MenuProps & { isOpen: boolean; onOpenChange: (isOpen: boolean) => void },
) {
  return (
    <DropdownMenu
      gutter={4}
      placement="bottom-start"
      getAnchorRect={(anchor) =>
        props.at ? { ...props.at, width: 0, height: 0 } : anchor?.getBoundingClientRect()
      }
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
        tabindex={props.isSkipped ? -1 : undefined}
      >
        {props.children}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content class="menu">
          <KeysOfContent />
          <KeysAfterClosing />
          {/* Reads the entries once per opening: new elements would take the focus away from the menu. */}
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

/** Holds keys that are pressed before the content of a menu has the focus, and then passes them to the content. */
function KeysOfContent() {
  const release = holdKeys();
  // `release` passes the keys on after the timers that the component library sets when it mounts the content.
  onMount(release);
  onCleanup(release);
  return undefined;
}
