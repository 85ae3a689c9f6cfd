/**
 * Clips only those names of a list that are too long. The browser paints each clipped name separately whenever it draws
 * the page, so with every typed key. Clipping a hundred names costs more than drawing them. A name is clipped until a
 * measurement shows that it fits.
 */
import { createEffect, onCleanup } from 'solid-js';
import { whenIdle } from './idle.ts';

/** Time in milliseconds after which names are measured in a busy page. */
const patienceMs = 1_000;
const fits = 'is-fitting';

/** Names that are measured together, so that the layout is computed once. */
const waiting = new Set<HTMLElement>();
const all = new Set<HTMLElement>();

function measureSoon(): void {
  whenIdle(measure, patienceMs);
}

function measure(): void {
  const measured = [...waiting];
  waiting.clear();
  // A name in a hidden part has no width.
  const fitting = measured.filter((each) => each.clientWidth > 0 && each.scrollWidth <= each.clientWidth);
  for (const each of fitting) each.classList.add(fits);
}

function clip(element: HTMLElement): void {
  element.classList.remove(fits);
  if (waiting.size === 0) measureSoon();
  waiting.add(element);
}

let observer: ResizeObserver | undefined;

/** Measures the names within an element again when its width changes. The element is a list that scrolls. */
export function followWidth(element: HTMLElement): void {
  observer ??= new ResizeObserver((entries) => {
    for (const { target } of entries) for (const each of all) if (target.contains(each)) clip(each);
  });
  observer.observe(element);
  onCleanup(() => observer?.unobserve(element));
}

/**
 * Clips a name only when it is too long for its place. `facts` reads the signals on which the name's width depends.
 * Call it inside a component whose list was passed to `followWidth`.
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
