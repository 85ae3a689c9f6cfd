/**
 * The focus of dialogs, popovers and menus that open and close. A key that is pressed as soon as one of them is visible,
 * or before, must reach it. The component library moves the focus with a timer, before which the browser may draw a frame and
 * handle keys.
 */
import { onCleanup } from 'solid-js';
import { tabStops } from './tab-stops.ts';

/** Marks the ends of a dialog, which the component library inserts to keep the focus inside. */
const endMark = 'data-focus-trap';

/**
 * Returns a handler for `onOpenAutoFocus` that moves the focus in the task that opens a dialog or a popover: to the chosen
 * element, or else to the first tab stop.
 */
export function focusAtOnce(choose?: () => HTMLElement | undefined): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    const content = event.currentTarget as HTMLElement;
    // When all effects have run: a dialog below this one gives up the focus in one of them.
    queueMicrotask(() => {
      if (content.contains(document.activeElement)) return;
      const target = choose?.() ?? tabStops(content).find((each) => !each.hasAttribute(endMark)) ?? content;
      target.focus({ preventScroll: true });
    });
  };
}

/** Time after which keys are no longer held, in milliseconds: what is opening has probably failed. */
const longestHoldMs = 3_000;

const isTextField = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type === 'text');

/** Gives a held key to the element that has the focus now. */
function pressAgain(event: KeyboardEvent): void {
  const { key, code, shiftKey } = event;
  const target = document.activeElement ?? document.body;
  const options = { key, code, shiftKey, bubbles: true, cancelable: true, composed: true };
  const isHandled = !target.dispatchEvent(new KeyboardEvent('keydown', options));
  if (isHandled) return;
  // Browsers neither type the characters of events that a script dispatches, nor press buttons with them.
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

/**
 * Holds the keys that are pressed from now on. The returned function gives them to what has the focus, after the timers
 * that were set before.
 */
export function holdKeys(): () => void {
  const held: KeyboardEvent[] = [];
  const hold = (event: KeyboardEvent) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held.push(event);
  };
  addEventListener('keydown', hold, { capture: true });
  const end = () => {
    removeEventListener('keydown', hold, { capture: true });
    clearTimeout(limit);
    for (const event of held.splice(0)) pressAgain(event);
  };
  const limit = setTimeout(end, longestHoldMs);
  return () => void setTimeout(end);
}

/**
 * Holds the keys that are pressed when it is removed, until the component library has given the focus back: in a menu or a
 * popover. The library does so with a timer, and would take the focus from what such a key opened.
 */
export function KeysAfterClosing() {
  onCleanup(() => {
    const release = holdKeys();
    setTimeout(release);
  });
  return undefined;
}

/** Holds keys while it is rendered: in place of a dialog, a form or a popover that is being loaded. */
export function HeldKeys() {
  onCleanup(holdKeys());
  return undefined;
}
