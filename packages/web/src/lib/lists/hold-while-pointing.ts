import { type Accessor, createSignal, onCleanup } from 'solid-js';

/** Time in milliseconds after the last movement of the pointer for which a list stays as it is. */
const holdMs = 5_000;

/** Returns a signal of whether the pointer is about to point at a row of a list, and the list's `ref`. */
export function createHold(): { readonly isHeld: Accessor<boolean>; watch(list: HTMLElement): void } {
  const [isHeld, setHeld] = createSignal(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const release = () => {
    clearTimeout(timer);
    setHeld(false);
  };
  onCleanup(release);
  return {
    isHeld,
    watch(list) {
      list.addEventListener('pointermove', () => {
        clearTimeout(timer);
        timer = setTimeout(release, holdMs);
        setHeld(true);
      });
      list.addEventListener('pointerleave', release);
    },
  };
}
