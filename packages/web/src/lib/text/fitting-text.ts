/**
 * Clips only those names of a list that are too long. The browser repaints each clipped name whenever it draws the page, for
 * example for every typed key. Clipping a hundred names costs more than drawing them. A name is clipped until a measurement
 * shows that it fits.
 */
import { createEffect, onCleanup } from 'solid-js';
import { whenIdle } from '../timing/idle.ts';

/** Maximum time in milliseconds before names are measured, if the browser is not idle earlier. */
const maxDelayMs = 1_000;
const fits = 'is-fitting';

/** Names to measure together, so that the layout is computed only once. */
const waiting = new Set<HTMLElement>();
const all = new Set<HTMLElement>();

function measureSoon(): void {
  whenIdle(measure, maxDelayMs);
}

function measure(): void {
  const measured = [...waiting];
  waiting.clear();
  // A name in a hidden part of the page has no width.
  const fitting = measured.filter((each) => each.clientWidth > 0 && each.scrollWidth <= each.clientWidth);
  for (const each of fitting) each.classList.add(fits);
}

function clip(element: HTMLElement): void {
  element.classList.remove(fits);
  if (waiting.size === 0) measureSoon();
  waiting.add(element);
}

let observer: ResizeObserver | undefined;

/** Measures all names within a scrolling list again when the width of the list changes. */
export function followWidth(element: HTMLElement): void {
  observer ??= new ResizeObserver((entries) => {
    for (const { target } of entries) for (const each of all) if (target.contains(each)) clip(each);
  });
  observer.observe(element);
  onCleanup(() => observer?.unobserve(element));
}

/**
 * Clips a name only if it does not fit. `facts` reads the signals that determine the name's width. Call it inside a component
 * whose list was passed to `followWidth`.
 */
export function clipWhenLong(element: HTMLElement, facts: () => unknown): void {
  all.add(element);
  createEffect(() => {
    facts();
    clip(element);
  });
  onCleanup(() => {
    all.delete(element);
    waiting.delete(element);
  });
}
