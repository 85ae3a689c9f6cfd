/** Time in milliseconds after the last movement in which somebody reads a window that has no focus. */
const readsForMs = 30_000;

let movedAt = Number.NEGATIVE_INFINITY;
const noteMovement = () => {
  movedAt = performance.now();
};
for (const name of ['pointermove', 'wheel', 'touchmove'])
  addEventListener(name, noteMovement, { passive: true });

/** Returns whether somebody is likely to look at this window: it has the focus, or the pointer or the wheel was moved in it. */
export const isLookedAt = (): boolean =>
  document.visibilityState === 'visible' && (document.hasFocus() || performance.now() - movedAt < readsForMs);
