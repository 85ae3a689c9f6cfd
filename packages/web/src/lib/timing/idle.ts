import { type Accessor, createEffect, createSignal, on } from 'solid-js';

/** Runs a function when the browser is idle, or after `timeout` milliseconds (without `requestIdleCallback` 200). */
export function whenIdle(act: () => void, timeout?: number): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act, timeout === undefined ? {} : { timeout });
  else setTimeout(act, 200);
}

/** Returns a value that follows `source` when the browser is idle, at the latest after half a second. */
export function createWhenIdle<T>(source: Accessor<T>): Accessor<T> {
  const [value, setValue] = createSignal(source());
  let isWaiting = false;
  createEffect(
    on(
      source,
      () => {
        if (isWaiting) return;
        isWaiting = true;
        whenIdle(() => {
          isWaiting = false;
          setValue(() => source());
        }, 500);
      },
      { defer: true },
    ),
  );
  return value;
}
