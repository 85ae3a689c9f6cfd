import { onCleanup } from 'solid-js';

/**
 * Returns whether the component that calls this is still rendered. Ask it after a request: the person may have closed a
 * form while it was saved, and must neither be led away from what they do now, nor lose the dialog that they opened next.
 */
export function useIsShown(): () => boolean {
  let isShown = true;
  onCleanup(() => {
    isShown = false;
  });
  return () => isShown;
}
