import { foldCase } from '@parley/client';
import { Check, type IconNode } from 'lucide';
import { For, type JSX, onCleanup, onMount, Show, untrack } from 'solid-js';
import { Portal } from 'solid-js/web';
import { isSheet, Sheet } from './dialog.tsx';
import { Icon } from './icon.tsx';
import { ui } from './texts.ts';

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

type OpenableProps = MenuProps & { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** Renders the button of a menu that was opened once, and the menu while it is open. */
export default function OpenableMenu(props: OpenableProps) {
  let button!: HTMLButtonElement;
  const openByKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || props.isOpen) return;
    event.preventDefault();
    event.stopPropagation();
    props.onOpenChange(true);
  };
  return (
    <>
      <button
        type="button"
        ref={button}
        class={props.class ?? 'icon-button'}
        aria-label={props.label}
        title={props.title ?? props.label}
        aria-haspopup="menu"
        aria-expanded={props.isOpen}
        data-list-item={props.isListItem ? '' : undefined}
        tabindex={props.isSkipped ? -1 : undefined}
        onClick={() => props.onOpenChange(!props.isOpen)}
        on:keydown={openByKey}
      >
        {props.children}
      </button>
      <Show when={props.isOpen}>
        <MenuLayer {...props} button={button} />
      </Show>
    </>
  );
}

/** Renders an open menu next to its button, or in a sheet. */
function MenuLayer(props: OpenableProps & { button: HTMLButtonElement }) {
  const { button } = props;
  const list = {
    label: props.label,
    // Reads the entries once per opening: new elements would take the focus away from the menu.
    entries: untrack(() => props.entries()),
    button,
    onClose: () => props.onOpenChange(false),
  };
  if (isSheet()) return <MenuInSheet {...list} />;
  return (
    <Portal mount={button.closest('[role="dialog"]') ?? document.body}>
      <MenuList {...list} anchor={() => anchorOf(props, button)} />
    </Portal>
  );
}

/** Returns the part of the window at which a menu opens. */
const anchorOf = ({ at }: OpenableProps, button: HTMLElement): DOMRect =>
  at ? new DOMRect(at.x, at.y, 0, 0) : button.getBoundingClientRect();

/** Distance between the button and its menu, and least distance from the edges of the window, in pixels. */
const gap = 4;
/** Time in milliseconds within which letters belong to the same word. */
const wordMs = 500;

/** Places a menu below a part of the window, or above it if there is room only there, and inside of the window. */
function place(menu: HTMLElement, anchor: DOMRect): void {
  const { width, height } = menu.getBoundingClientRect();
  const [below, above] = [anchor.bottom + gap, anchor.top - gap - height];
  const top = below + height > innerHeight && above >= 0 ? above : below;
  const left = document.documentElement.dir === 'rtl' ? anchor.right - width : anchor.left;
  menu.style.top = `${Math.max(gap, Math.min(top, innerHeight - height - gap))}px`;
  menu.style.left = `${Math.max(gap, Math.min(left, innerWidth - width - gap))}px`;
}

/** Returns what moves the focus between the entries of a menu, by keys and by the letters of their names. */
function createMoves(menu: () => HTMLElement) {
  let typed = '';
  let typedAt = Number.NEGATIVE_INFINITY;
  const items = () => [
    ...menu().querySelectorAll<HTMLElement>('[role="menuitem"]:not([aria-disabled="true"])'),
  ];
  const to = (index: number) => items().at(index)?.focus();
  const by = (step: 1 | -1) => {
    const all = items();
    const focused = document.activeElement;
    const at = focused instanceof HTMLElement ? all.indexOf(focused) : -1;
    to(at < 0 && step < 0 ? -1 : Math.max(0, Math.min(all.length - 1, at + step)));
  };
  const byLetter = (letter: string, now: number) => {
    typed = now - typedAt > wordMs ? letter : typed + letter;
    typedAt = now;
    const wanted = foldCase(typed);
    items()
      .find((each) => foldCase(each.textContent?.trim() ?? '').startsWith(wanted))
      ?.focus();
  };
  return { to, by, byLetter };
}

/** Closes a menu when the person presses or focuses something else, and keeps it at its button. Call it inside a component. */
function watchWindow(
  menu: () => HTMLElement,
  button: HTMLElement,
  actions: { close(): void; place(): void },
) {
  const onOutside = ({ target }: Event) => {
    if (target instanceof Node && !menu().contains(target) && !button.contains(target)) actions.close();
  };
  const listening = new AbortController();
  const options = { capture: true, passive: true, signal: listening.signal };
  for (const name of ['pointerdown', 'focusin']) addEventListener(name, onOutside, options);
  for (const name of ['resize', 'scroll']) addEventListener(name, () => actions.place(), options);
  onCleanup(() => listening.abort());
}

type MenuListProps = {
  label: string;
  entries: readonly MenuEntry[];
  button: HTMLElement;
  onClose: () => void;
};

/** Returns what keys do in an open menu. */
function menuKeys(menu: () => HTMLElement, close: () => void) {
  const moves = createMoves(menu);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    const focused = document.activeElement;
    if (event.key === 'Enter' || event.key === ' ') {
      // Also for keys that were held and are passed on, with which buttons do nothing by themselves.
      if (focused instanceof HTMLElement && menu().contains(focused)) focused.click();
    } else if (event.key === 'ArrowDown') moves.by(1);
    else if (event.key === 'ArrowUp') moves.by(-1);
    else if (event.key === 'Home') moves.to(0);
    else if (event.key === 'End') moves.to(-1);
    else if (event.key === 'Escape' || event.key === 'Tab') close();
    else if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    else moves.byLetter(event.key, event.timeStamp);
    event.preventDefault();
  };
  return { moves, onKeyDown };
}

/** Renders an open menu. It has the focus at once, so no key is lost. When it closes, the focus returns to the button. */
function MenuList(props: MenuListProps & { anchor: () => DOMRect }) {
  let menu!: HTMLDivElement;
  const { button } = props;
  const { moves, onKeyDown } = menuKeys(
    () => menu,
    () => props.onClose(),
  );
  const update = () => place(menu, props.anchor());
  watchWindow(() => menu, button, { close: () => props.onClose(), place: update });
  onMount(() => {
    menu.showPopover();
    update();
    moves.to(0);
  });
  onCleanup(() => {
    if (menu.contains(document.activeElement)) button.focus({ preventScroll: true });
  });
  return (
    <div
      popover="manual"
      role="menu"
      class="menu"
      aria-label={props.label}
      tabindex="-1"
      ref={menu}
      on:keydown={onKeyDown}
    >
      <For each={props.entries}>{(entry) => <EntryOrLine entry={entry} onClose={props.onClose} />}</For>
    </div>
  );
}

/** Renders an open menu in a sheet. */
function MenuInSheet(props: MenuListProps) {
  let menu!: HTMLDivElement;
  const close = () => props.onClose();
  const { onKeyDown } = menuKeys(() => menu, close);
  // Some browsers do not focus the buttons that a finger presses. The sheet returns the focus to what had it.
  props.button.focus({ preventScroll: true });
  const first = () => menu.querySelector<HTMLElement>('[role="menuitem"]:not([aria-disabled="true"])');
  return (
    <Sheet title={props.label} isBare focusFirst={() => first() ?? undefined} onClose={close}>
      <div role="menu" aria-label={props.label} tabindex="-1" ref={menu} on:keydown={onKeyDown}>
        <For each={props.entries}>{(entry) => <EntryOrLine entry={entry} onClose={close} />}</For>
      </div>
    </Sheet>
  );
}

function EntryOrLine(props: { entry: MenuEntry; onClose: () => void }) {
  const { entry } = props;
  if (entry === 'separator') return <hr class="menu-separator" />;
  const choose = () => {
    props.onClose();
    entry.run();
  };
  return <Entry entry={entry} onChoose={choose} />;
}

function Entry(props: { entry: Exclude<MenuEntry, 'separator'>; onChoose: () => void }) {
  const { entry } = props;
  return (
    <button
      type="button"
      role="menuitem"
      class="menu-item"
      classList={{ 'is-danger': entry.isDangerous ?? false }}
      tabindex="-1"
      aria-disabled={entry.isDisabled ?? false}
      data-disabled={entry.isDisabled ? '' : undefined}
      aria-keyshortcuts={entry.hint}
      onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
      onClick={() => {
        if (!entry.isDisabled) props.onChoose();
      }}
    >
      <Show when={entry.icon}>{(icon) => <Icon of={icon()} />}</Show>
      {entry.label}
      <Show when={entry.isChosen}>
        <span class="visually-hidden">{ui('chosen')}</span>
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
    </button>
  );
}
