import { onCleanup } from 'solid-js';
import { whenIdle } from './idle.ts';

/** Distance in pixels from the visible part within which more of a list is shown. */
const nearPx = 400;
/** Least height of a row in pixels. */
const leastRowPx = 28;

/**
 * Returns the number of rows that fill the window with some to spare. Rows that are rendered, but not visible, make each frame
 * more expensive.
 */
export const rowsPerWindow = (): number => Math.ceil(innerHeight / leastRowPx);

/**
 * Shows more of a list when the reader comes near the element after it, within the part with the class that scrolls. An observer
 * of intersections would work in every frame, with each typed key. Call it inside a component.
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
    // Without an end that moves there is no more to show.
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
