import { onCleanup } from 'solid-js';
import type { TouchActions } from './touch.ts';

/** Selects what handles fingers itself in a message: it scrolls, plays, or has a menu of the browser. */
const ownsFingers = 'a, button, input, textarea, select, pre, .table-frame, video, audio, [role=slider]';

/** Returns the message of a list in which a finger was put down, unless there is something that handles fingers itself. */
export const touchedMessage = (element: Element): HTMLElement | undefined =>
  element.closest(ownsFingers)
    ? undefined
    : (element.closest<HTMLElement>('article[data-message-id]') ?? undefined);

/** Watches fingers in a list. Only devices that feel fingers load the code for it. Call it inside a component. */
export function watchTouch(list: HTMLElement, actions: TouchActions): void {
  if (navigator.maxTouchPoints === 0) return;
  let end: (() => void) | undefined;
  onCleanup(() => end?.());
  void import('./touch.ts').then(
    ({ followTouch }) => {
      end = followTouch(list, actions);
    },
    // Without its code, the menu of a row does what a swipe does.
    () => undefined,
  );
}
