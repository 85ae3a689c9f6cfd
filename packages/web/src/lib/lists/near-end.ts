import { onCleanup } from 'solid-js';
import { whenIdle } from '../timing/idle.ts';

/** Distance in pixels between the visible part and the end of a list, below which more rows are rendered. */
const nearPx = 400;
/** Minimum height of a row in pixels. */
const leastRowPx = 28;

/** Returns an upper estimate of the rows that fill the window. More would make each frame dearer. */
export const rowsPerWindow = (): number => Math.ceil(innerHeight / leastRowPx);

/**
 * Calls `showMore` when the reader scrolls near `element`, which follows the list inside the scrolling element with the given
 * class. An IntersectionObserver would be simpler, but costs time in every frame. Call it inside a component.
 */
export function showMoreNear(element: HTMLElement, scrollerClass: string, showMore: () => void): void {
  let scroller: HTMLElement | null = null;
  let isOver = false;
  const check = () => {
    if (isOver || !scroller || scroller.clientHeight === 0) return;
    const distance = element.getBoundingClientRect().top - scroller.getBoundingClientRect().bottom;
    if (distance > nearPx) return;
    const checked = scroller;
    const before = checked.scrollHeight;
    showMore();
    // If the list has grown, checks again, because there may be more to show. Otherwise the list is complete.
    whenIdle(() => {
      if (checked.scrollHeight > before) check();
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
