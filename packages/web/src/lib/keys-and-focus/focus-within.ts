/** Tracks whether the focus is within an element, for layouts that depend on it. */
import { type Accessor, createSignal, onCleanup } from 'solid-js';

/**
 * Returns whether the focus is within an element, and the `ref` for this element.
 *
 * While a pointer is pressed, and until its click has been handled, losing the focus has no effect. Otherwise the layout could
 * change between press and release and move the target away from the pointer. The browser would then send no click.
 */
export function createFocusWithin(): [isWithin: Accessor<boolean>, ref: (element: HTMLElement) => void] {
  const [isWithin, setWithin] = createSignal(false);
  let watched: HTMLElement | undefined;
  let isPressed = false;
  const afterClick = () =>
    setTimeout(() => {
      if (!isPressed) setWithin(watched?.contains(document.activeElement) ?? false);
    });
  const onPress = () => {
    isPressed = true;
  };
  const onRelease = () => {
    isPressed = false;
    afterClick();
  };
  window.addEventListener('pointerdown', onPress, true);
  window.addEventListener('pointerup', onRelease, true);
  window.addEventListener('pointercancel', onRelease, true);
  onCleanup(() => {
    window.removeEventListener('pointerdown', onPress, true);
    window.removeEventListener('pointerup', onRelease, true);
    window.removeEventListener('pointercancel', onRelease, true);
  });
  const ref = (element: HTMLElement) => {
    watched = element;
    element.addEventListener('focusin', () => setWithin(true));
    element.addEventListener('focusout', afterClick);
  };
  return [isWithin, ref];
}
