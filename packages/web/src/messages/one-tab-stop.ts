/** Makes a list of messages one stop of the Tab key. Arrow keys move between messages, Tab reaches the selected one's controls. */
import { onCleanup } from 'solid-js';
import { tabStops } from '../lib/keys-and-focus/tab-stops.ts';
import type { Selection } from './selection.ts';

const listSelector = '.message-scroller';
const messageSelector = 'article[data-message-id]';

/** Returns the next or previous tab stop outside of the messages; undefined without one. */
function stopBeyond(from: HTMLElement, isBackwards: boolean): HTMLElement | undefined {
  const all = tabStops(document).filter((each) => !each.closest(messageSelector));
  const isBeyond = (each: HTMLElement) => {
    const position = from.compareDocumentPosition(each);
    return isBackwards
      ? (position & Node.DOCUMENT_POSITION_PRECEDING) !== 0
      : (position & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  };
  const isOutside = (each: HTMLElement) =>
    !each.closest(listSelector) || each.closest('.is-outgoing') !== null;
  const beyond = all.filter((each) => isBeyond(each) && isOutside(each));
  return isBackwards ? beyond.at(-1) : beyond[0];
}

/** Handles the Tab key while a list of messages is visible. */
export function keepOneTabStop(selection: () => Selection | undefined): void {
  let isTabbing = false;
  const onKeyDown = (event: KeyboardEvent) => {
    isTabbing = event.key === 'Tab';
    if (!isTabbing || event.ctrlKey || event.altKey || event.metaKey) return;
    const from = document.activeElement as HTMLElement | null;
    const message = from?.closest<HTMLElement>(messageSelector);
    if (!from || !message) return;
    const isAtEdge = event.shiftKey ? from === message : from === (tabStops(message).at(-1) ?? message);
    if (!isAtEdge) return;
    const next = stopBeyond(from, event.shiftKey);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  // When Tab enters the list, moves the focus to the selected message, or to the last visible one.
  const onFocusIn = ({ target, relatedTarget }: FocusEvent) => {
    const message = (target as Element).closest(messageSelector);
    if (!isTabbing || !message || target === message) return;
    if (relatedTarget instanceof Element && relatedTarget.closest(messageSelector)) return;
    selection()?.move(0);
  };
  const onPointerDown = () => {
    isTabbing = false;
  };
  addEventListener('keydown', onKeyDown, true);
  addEventListener('focusin', onFocusIn);
  addEventListener('pointerdown', onPointerDown, true);
  onCleanup(() => {
    removeEventListener('keydown', onKeyDown, true);
    removeEventListener('focusin', onFocusIn);
    removeEventListener('pointerdown', onPointerDown, true);
  });
}
