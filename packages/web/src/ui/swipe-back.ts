import { isOneColumn } from '../lib/window/window-width.ts';
import type { Router } from '../router/router.ts';
import { goBack } from './go-back.ts';

const leastPx = 72;
const maxVerticalPx = 48;
const maxMs = 700;
/** Views that a swipe leaves. In the inbox, it marks rows as read. */
const swiped: readonly string[] = ['messages', 'channel', 'recent', 'drafts'];

/** Selects what handles fingers itself. */
const ownsFingers = 'textarea, input, video, audio, [role=separator], [role=slider]';

/** Returns whether something between a touched element and the view scrolls sideways, such as code or a row of choices. */
function scrollsSideways(touched: Element, view: Element): boolean {
  for (let each: Element | null = touched; each && each !== view; each = each.parentElement) {
    if (each.scrollWidth > each.clientWidth && /auto|scroll/.test(getComputedStyle(each).overflowX))
      return true;
  }
  return false;
}

/** Goes back on a swipe in reading direction, on screens with a single column. Call it with the element of the view. */
export function swipeBack(router: Router, element: HTMLElement): void {
  let start: { x: number; y: number; at: number } | undefined;
  const offsetOf = (touch: Touch) =>
    (getComputedStyle(element).direction === 'rtl' ? -1 : 1) * (touch.clientX - start!.x);
  element.addEventListener(
    'touchstart',
    ({ touches, target, timeStamp }) => {
      const touched = target as Element;
      const isTaken = touched.closest(ownsFingers) !== null || scrollsSideways(touched, element);
      const [touch] = touches;
      start =
        isOneColumn() && touches.length === 1 && touch && !isTaken
          ? { x: touch.clientX, y: touch.clientY, at: timeStamp }
          : undefined;
    },
    { passive: true },
  );
  element.addEventListener(
    'touchend',
    ({ changedTouches, timeStamp }) => {
      const [touch] = changedTouches;
      if (!start || !touch) return;
      const isSwipe =
        offsetOf(touch) > leastPx &&
        Math.abs(touch.clientY - start.y) < maxVerticalPx &&
        timeStamp - start.at < maxMs;
      start = undefined;
      if (isSwipe && swiped.includes(router.route().view)) goBack(router);
    },
    { passive: true },
  );
}
