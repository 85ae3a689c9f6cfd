/** Distance in pixels from which on a swipe down closes a sheet when the finger is lifted. */
const leastPx = 72;
/** Distance in pixels up to which a finger that presses something may move. */
const slopPx = 8;

/** Selects what handles fingers itself. */
const ownsFingers = 'textarea, input[type=range], [role=slider]';

/** Returns whether all that scrolls from a touched element up to a sheet is at its beginning, so that a swipe down scrolls nothing. */
function isAtBeginning(touched: Element, sheet: Element): boolean {
  for (let each: Element | null = touched; each; each = each === sheet ? null : each.parentElement) {
    if (each.scrollTop > 0) return false;
  }
  return true;
}

/** Lets a sheet follow a finger that moves down on it, and closes it if the finger has moved far enough. */
export function closeBySwipe(sheet: HTMLElement, close: () => void): void {
  let start: { readonly x: number; readonly y: number; readonly touched: Element } | undefined;
  let downPx = 0;
  const move = (px: number) => {
    downPx = px;
    sheet.classList.toggle('is-dragged', px > 0);
    sheet.style.translate = px > 0 ? `0 ${px}px` : '';
  };
  const end = () => {
    start = undefined;
    move(0);
  };
  sheet.addEventListener(
    'touchstart',
    ({ touches, target }) => {
      end();
      const [touch] = touches;
      const touched = target as Element;
      if (!touch || touches.length > 1 || touched.closest(ownsFingers)) return;
      start = { x: touch.clientX, y: touch.clientY, touched };
    },
    { passive: true },
  );
  sheet.addEventListener(
    'touchmove',
    (event) => {
      const [touch] = event.touches;
      if (!start || !touch) return;
      const [aside, down] = [Math.abs(touch.clientX - start.x), touch.clientY - start.y];
      const isDragged = downPx > 0;
      if (
        event.touches.length > 1 ||
        (!isDragged && (aside > slopPx || !isAtBeginning(start.touched, sheet)))
      )
        return end();
      if (!isDragged && down < slopPx) return;
      if (event.cancelable) event.preventDefault();
      move(Math.max(0, down));
    },
    { passive: false },
  );
  sheet.addEventListener('touchend', () => {
    const isFar = downPx >= leastPx;
    end();
    if (isFar) close();
  });
  sheet.addEventListener('touchcancel', end);
}
