import { type Accessor, createEffect, createSignal, on, onCleanup } from 'solid-js';
import { afterFrame } from './after-frame.ts';
import { Debouncer } from './debouncer.ts';

/**
 * Returns a value that follows `source` when the person pauses, for work that would delay drawing the next typed character. It
 * updates after a drawn frame when no change came for `pauseMs`, and at the latest `maxMs` after the first change. `settle`
 * updates it immediately. Times are in milliseconds.
 */
export function createAfterPause<T>(
  source: Accessor<T>,
  { pauseMs, maxMs }: { readonly pauseMs: number; readonly maxMs: number },
): { readonly value: Accessor<T>; settle(): void } {
  const [value, setValue] = createSignal(source());
  const pause = new Debouncer();
  let firstChangeAt: number | undefined;
  let cancelFrame: (() => void) | undefined;
  const settle = () => {
    pause.stop();
    cancelFrame?.();
    cancelFrame = undefined;
    firstChangeAt = undefined;
    setValue(() => source());
  };
  createEffect(
    on(
      source,
      () => {
        const now = Date.now();
        firstChangeAt ??= now;
        pause.start(Math.max(0, Math.min(pauseMs, firstChangeAt + maxMs - now)), () => {
          cancelFrame ??= afterFrame(settle);
        });
      },
      { defer: true },
    ),
  );
  onCleanup(() => {
    pause.stop();
    cancelFrame?.();
  });
  return { value, settle };
}
