/**
 * Clips only those names of a list that are too long. A clip is a part of its own each time the page is drawn, with every
 * typed key: those of a hundred names cost more than drawing the names. All names are clipped until it is known that they fit.
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

/** Measures the names within an element again when its width changes: a list that scrolls. */
export function followWidth(element: HTMLElement): void {
  observer ??= new ResizeObserver((entries) => {
    for (const { target } of entries) for (const each of all) if (target.contains(each)) clip(each);
  });
  observer.observe(element);
  onCleanup(() => observer?.unobserve(element));
}

/**
 * Clips a name only when it is too long for its place. `facts` reads what its width depends on. Call it inside a component
 * whose list follows its width with `followWidth`.
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
