import { DropdownMenu } from '@kobalte/core/dropdown-menu';
import { Check, type IconNode } from 'lucide';
import { For, type JSX, Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { Icon } from './icon.tsx';

export type MenuEntry =
  | {
      readonly label: string;
      readonly icon?: IconNode;
      /** The key that does the same. */
      readonly hint?: string;
      /** Whether it is the present one of several choices. */
      readonly isChosen?: boolean;
      readonly isDisabled?: boolean;
      readonly run: () => void;
    }
  | 'separator';

/** A button that opens a menu of actions. `entries` is called when the menu opens. */
export function Menu(props: {
  label: string;
  class?: string;
  title?: string;
  startsOpen?: boolean;
  /** Whether the menu is open, when other elements than its button can open it. */
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  entries: () => readonly MenuEntry[];
  children: JSX.Element;
}) {
  return (
    <DropdownMenu
      gutter={4}
      placement="bottom-start"
      modal={false}
      preventScroll={false}
      defaultOpen={props.startsOpen ?? false}
      {...(props.onOpenChange && {
        get open() {
          return props.isOpen ?? false;
        },
        onOpenChange: props.onOpenChange,
      })}
    >
      <DropdownMenu.Trigger
        class={props.class ?? 'icon-button'}
        aria-label={props.label}
        title={props.title ?? props.label}
      >
        {props.children}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content class="menu">
          <For each={props.entries()}>
            {(entry) =>
              entry === 'separator' ? (
                <DropdownMenu.Separator class="menu-separator" />
              ) : (
                <DropdownMenu.Item
                  class="menu-item"
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
