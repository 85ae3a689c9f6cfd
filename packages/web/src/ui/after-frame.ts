import { type Accessor, createEffect, createSignal, on, onCleanup } from 'solid-js';

/** Runs work after the next frame is drawn. Returns a function that cancels it. */
export function afterFrame(act: () => void): () => void {
  let isCancelled = false;
  const frame = requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      if (!isCancelled) act();
    };
    port2.postMessage(undefined);
  });
  return () => {
    isCancelled = true;
    cancelAnimationFrame(frame);
  };
}

/**
 * Returns a value that follows another one after the next frame is drawn, for work that must not delay the frame.
 * `settle` makes it follow at once.
 */
export function createAfterFrame<T>(source: Accessor<T>): { readonly value: Accessor<T>; settle(): void } {
  const [value, setValue] = createSignal(source());
  let cancel: (() => void) | undefined;
  const settle = () => {
    cancel?.();
    cancel = undefined;
    setValue(() => source());
  };
  createEffect(
    on(
      source,
      () => {
        cancel ??= afterFrame(settle);
      },
      { defer: true },
    ),
  );
  onCleanup(() => cancel?.());
  return { value, settle };
}
