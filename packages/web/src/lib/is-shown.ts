import { onCleanup } from 'solid-js';

/**
 * Returns a function that says whether the calling component is still rendered. Check it after a request: the person may have
 * closed the form while it was being saved. Then the result must not navigate away or close a dialog that was opened since.
 */
export function useIsShown(): () => boolean {
  let isShown = true;
  onCleanup(() => {
    isShown = false;
  });
  return () => isShown;
}
