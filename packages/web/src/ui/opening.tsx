/**
 * Manages the focus when dialogs, popovers and menus open and close. A key that is pressed as soon as one of them is visible,
 * or even before, must reach it. The component library moves the focus with a timer, and the browser may draw a frame and
 * handle keys before that timer fires.
 */
import { type Accessor, type Component, createMemo, onCleanup } from 'solid-js';
import { t } from '../i18n/index.ts';
import { tabStops } from '../lib/keys-and-focus/tab-stops.ts';
import { isPaletteKey } from '../model/navigation/global-dialog.ts';
import { useParley } from '../model/parley.tsx';

/** Attribute of the elements at both ends of a dialog that the component library inserts as a focus trap. */
const endMark = 'data-focus-trap';

/**
 * Returns a handler for `onOpenAutoFocus`. It moves the focus within the task that opens a dialog or popover: to the element
 * that `choose` returns, or else to the first tab stop.
 */
export function focusAtOnce(choose?: () => HTMLElement | undefined): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    const content = event.currentTarget as HTMLElement;
    // The microtask runs after all effects. In one of them, a dialog below this one gives up the focus.
    queueMicrotask(() => {
      if (content.contains(document.activeElement)) return;
      const target = choose?.() ?? tabStops(content).find((each) => !each.hasAttribute(endMark)) ?? content;
      target.focus({ preventScroll: true });
    });
  };
}

/** Most milliseconds for which keys are held. Code may load for several seconds; after that, opening has failed. */
const longestHoldMs = 10_000;

const isTextField = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type === 'text');

/** Dispatches a held key again, to the element that now has the focus. */
function pressAgain(event: KeyboardEvent): void {
  const { key, code, shiftKey, metaKey } = event;
  const ctrlKey = event.ctrlKey && !isTypedWithAltGr(event);
  const target = document.activeElement ?? document.body;
  const options = { key, code, shiftKey, ctrlKey, metaKey, bubbles: true, cancelable: true, composed: true };
  const isHandled = !target.dispatchEvent(new KeyboardEvent('keydown', options));
  // With Ctrl or Command, a key types nothing and presses no button.
  if (isHandled || ctrlKey || metaKey) return;
  // For events dispatched by scripts, browsers neither type characters nor press buttons. So this code does it.
  const focused = document.activeElement;
  if (!focused) return;
  if (isTextField(focused)) {
    if (key.length === 1) document.execCommand('insertText', false, key);
  } else if (
    key === 'Enter' ? focused.matches('button, a[href]') : key === ' ' && focused.matches('button')
  ) {
    (focused as HTMLElement).click();
  } else if (key === 'Tab') {
    const stops = tabStops(document);
    const next = stops[stops.indexOf(focused as HTMLElement) + (shiftKey ? -1 : 1)];
    next?.focus();
  }
}

/** Returns whether a key types a character together with AltGr. Browsers report such a key with Ctrl and Alt, too. */
const isTypedWithAltGr = (event: KeyboardEvent): boolean =>
  event.key.length === 1 && event.getModifierState('AltGraph');

/** Returns whether a key is held, and not left to the browser like most keys with Ctrl, Command or Alt. */
function isHeld(event: KeyboardEvent): boolean {
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
  if (!hasModifier || isTypedWithAltGr(event) || isPaletteKey(event)) return true;
  // Enter with Ctrl or Command sends or saves.
  return event.key === 'Enter' && !event.altKey;
}

/**
 * Holds the keys that are pressed from now on. The returned function passes them to the element with the focus, after all
 * timers that were set before. When the person uses a link, button or field with the pointer, the held keys are dropped.
 * @param droppedAfterMs if the function is not called within this time, the held keys are dropped. Without it, they are passed on after
 * `longestHoldMs`
 * @param concerns which keys to hold
 */
export function holdKeys(
  droppedAfterMs?: number,
  concerns: (event: KeyboardEvent) => boolean = isHeld,
): () => void {
  const held: KeyboardEvent[] = [];
  const hold = (event: KeyboardEvent) => {
    if (!concerns(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held.push(event);
  };
  addEventListener('keydown', hold, { capture: true });
  const drop = ({ target }: PointerEvent) => {
    if (!(target as Element).closest('a, button, input, textarea, select')) return;
    held.length = 0;
    end();
  };
  addEventListener('pointerdown', drop, { capture: true });
  const end = () => {
    removeEventListener('keydown', hold, { capture: true });
    removeEventListener('pointerdown', drop, { capture: true });
    clearTimeout(limit);
    for (const event of held.splice(0)) pressAgain(event);
  };
  const limit = setTimeout(() => {
    if (droppedAfterMs !== undefined) held.length = 0;
    end();
  }, droppedAfterMs ?? longestHoldMs);
  return () => void setTimeout(end);
}

/**
 * Holds keys after a menu or popover was removed, until the component library has returned the focus. The library does that
 * with a timer, and would take the focus away from anything that such a key opened.
 */
export function KeysAfterClosing() {
  onCleanup(() => {
    const release = holdKeys();
    setTimeout(release);
  });
  return undefined;
}

/** Holds keys while it is rendered. It is a placeholder for a dialog, form or popover that is being loaded. */
export function HeldKeys() {
  onCleanup(holdKeys());
  return undefined;
}

/**
 * Returns the component of something that a button opens, from the first opening on: undefined until then, and while its code is loaded.
 * Keys are held while it is loaded.
 * @param component from `loadedLater`
 * @param close called when the code could not be loaded
 */
// biome-ignore lint/suspicious/noExplicitAny: components of all properties
export function createOpened<C extends Component<any>>(
  component: (onFailure: () => void) => C | undefined,
  isOpen: Accessor<boolean>,
  close: () => void,
): Accessor<C | undefined> {
  const { toasts } = useParley();
  return createMemo<C | undefined>((before) => {
    if (before || !isOpen()) return before;
    const present = component(() => {
      close();
      toasts.show(t('viewFailed'), { isError: true });
    });
    if (!present) onCleanup(holdKeys());
    return present;
  });
}

/** Time in milliseconds within which shortcuts that were pressed early still act. Later, nobody expects them to. */
const earlyShortcutsMs = 5_000;

const isShortcut = (event: KeyboardEvent): boolean =>
  /^\S$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey && !isInField(event.target);

const isInField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

/** Holds shortcuts while it is rendered: the page is drawn before it has what they need. */
export function HeldShortcuts() {
  onCleanup(holdKeys(earlyShortcutsMs, isShortcut));
  return undefined;
}
