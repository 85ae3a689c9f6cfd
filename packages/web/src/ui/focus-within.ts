/** Tells whether the focus is within an element, for layouts that change with it. */
import { type Accessor, createSignal, onCleanup } from 'solid-js';

/**
 * Returns whether the focus is within an element, and the `ref` that takes the element.
 *
 * While a pointer is pressed, and until its click has been handled, a lost focus does not count. Otherwise the layout would
 * change between the press and the release, move the target from under the pointer, and the browser would send no click.
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
