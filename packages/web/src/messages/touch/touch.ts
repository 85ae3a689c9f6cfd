import { longPressMs, TouchGesture } from './touch-gesture.ts';

export type TouchActions = {
  /** Returns the row in which a finger was put down. */
  readonly rowAt: (element: Element) => HTMLElement | undefined;
  /** Called with the row on which a finger has rested. */
  readonly onHold?: (row: HTMLElement) => void;
  /** Called with the row that was swiped towards the beginning of the line. */
  readonly onSwipe: (row: HTMLElement) => void;
};

/** Follows fingers in a list: a row that is swiped follows the finger. Returns a function that lets go of a touched row. */
export function followTouch(list: HTMLElement, { rowAt, onHold, onSwipe }: TouchActions): () => void {
  let touched: { row: HTMLElement; gesture: TouchGesture } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the finger has rested, and is still there. */
  let isHeld = false;
  const end = () => {
    clearTimeout(timer);
    touched?.row.classList.remove('is-swiped', 'is-far');
    touched?.row.style.removeProperty('--swipe');
    touched = undefined;
  };
  const onStart = ({ touches, target }: TouchEvent) => {
    end();
    isHeld = false;
    const [touch] = touches;
    const row = rowAt(target as Element);
    if (touches.length !== 1 || !touch || !row) return;
    const isRightToLeft = getComputedStyle(list).direction === 'rtl';
    const gesture = new TouchGesture({ x: touch.clientX, y: touch.clientY }, isRightToLeft);
    touched = { row, gesture };
    if (!onHold) return;
    timer = setTimeout(() => {
      if (!gesture.hold()) return;
      isHeld = true;
      onHold(row);
    }, longPressMs);
  };
  const onMove = ({ touches }: TouchEvent) => {
    const [touch] = touches;
    if (!touched || !touch) return;
    const { row, gesture } = touched;
    gesture.move({ x: touch.clientX, y: touch.clientY });
    if (gesture.isOver) return end();
    if (!gesture.isSwiping) return;
    clearTimeout(timer);
    row.classList.add('is-swiped');
    row.classList.toggle('is-far', gesture.isReply);
    row.style.setProperty('--swipe', `${gesture.shift}px`);
  };
  const onEnd = (event: TouchEvent) => {
    // Lifting the finger does not press what has opened below it, or what was swiped.
    if ((isHeld || touched?.gesture.isSwiping) && event.cancelable) event.preventDefault();
    const swiped = touched?.gesture.isReply ? touched.row : undefined;
    end();
    if (swiped) onSwipe(swiped);
  };
  // The styles let the browser scroll up and down only, so no listener has to stop it, and none can delay scrolling.
  list.addEventListener('touchstart', onStart, { passive: true });
  list.addEventListener('touchmove', onMove, { passive: true });
  list.addEventListener('touchend', onEnd, { passive: false });
  list.addEventListener('touchcancel', end, { passive: true });
  return end;
}
