/** Elements that get the focus when nothing else could: a dialog as a whole, and the main part of the page. */
const fallbacks = '[role="dialog"], #main';

/**
 * Remembers which element has the focus before a form is sent. The returned function gives the focus back to it, unless the person
 * has moved the focus elsewhere. Browsers take the focus from a button that is disabled while its form is sent.
 */
export function holdFocus(): () => void {
  const held = document.activeElement;
  return () => {
    const present = document.activeElement;
    const isLost = present === null || present === document.body || present.matches(fallbacks);
    if (isLost && held instanceof HTMLElement && held.isConnected) held.focus({ preventScroll: true });
  };
}
