import { onCleanup } from 'solid-js';
import { whenIdle } from './idle.ts';

/** Distance in pixels from the visible part within which more of a list is shown. */
const nearPx = 400;
/** Least height of a row in pixels. */
const leastRowPx = 28;

/**
 * Returns the number of rows that fill the window, and a few more. Rendered rows outside of the window make each frame
 * more expensive.
 */
export const rowsPerWindow = (): number => Math.ceil(innerHeight / leastRowPx);

/**
 * Calls `showMore` when the reader scrolls near an element, which follows the list, inside the scrolling part with the
 * given class. It does not use an IntersectionObserver, which would work in every frame, so with each typed key. Call
 * it inside a component.
 */
export function showMoreNear(element: HTMLElement, scrollerClass: string, showMore: () => void): void {
  let scroller: HTMLElement | null = null;
  let isOver = false;
  const check = () => {
    if (isOver || !scroller || scroller.clientHeight === 0) return;
    const distance = element.getBoundingClientRect().top - scroller.getBoundingClientRect().bottom;
    if (distance > nearPx) return;
    const before = scroller.scrollHeight;
    showMore();
    // The list grew, so there may be more to show. When it did not grow, it is complete.
    whenIdle(() => {
      if (scroller!.scrollHeight > before) check();
    });
  };
  whenIdle(() => {
    if (isOver) return;
    scroller = element.closest<HTMLElement>(`.${scrollerClass}`);
    scroller?.addEventListener('scroll', check, { passive: true });
    check();
  });
  onCleanup(() => {
    isOver = true;
    scroller?.removeEventListener('scroll', check);
  });
}
