/** Runs work when the browser has nothing else to do. */
export function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act);
  else setTimeout(act, 200);
}
