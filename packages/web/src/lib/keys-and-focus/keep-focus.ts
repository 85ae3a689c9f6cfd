import { onCleanup } from 'solid-js';
import { tabStops } from './tab-stops.ts';

/**
 * Keeps the focus within an element whose rows move and go. Browsers take the focus away from an element that is moved or
 * removed. Afterwards the next Tab would start at the top of the page.
 *
 * An element that was moved gets the focus back. If the element was removed, the next element that the Tab key reaches gets the
 * focus, or the previous one if there is no next one.
 */
export function keepFocus(root: HTMLElement): void {
  let focused: HTMLElement | undefined;
  let following: HTMLElement[] = [];
  root.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    focused = target;
    const stops = tabStops(root);
    const at = stops.indexOf(focused);
    following = [...stops.slice(at + 1), ...stops.slice(0, Math.max(0, at)).reverse()];
  });
  // The browser may report a removal in the same way as a click elsewhere. The observer runs before this timer.
  root.addEventListener('focusout', () =>
    setTimeout(() => {
      if (!root.contains(document.activeElement)) focused = undefined;
    }),
  );
  const observer = new MutationObserver((changes) => {
    if (!focused || document.activeElement !== document.body) return;
    const lost = focused;
    if (!changes.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(lost)))) return;
    // The button of a menu is replaced when the menu opens for the first time. The menu takes the focus, and would close if another
    // element took it before.
    if (!root.contains(lost) && lost.ariaHasPopup === 'menu') return;
    const target = root.contains(lost) ? lost : following.find((each) => root.contains(each));
    target?.focus({ preventScroll: true });
  });
  observer.observe(root, { childList: true, subtree: true });
  onCleanup(() => observer.disconnect());
}
