import { onCleanup } from 'solid-js';
import { longPressMs, TouchGesture } from './touch-gesture.ts';

/** Selects what handles fingers itself: it scrolls, plays, or has a menu of the browser. */
const ownsFingers = 'a, button, input, textarea, select, pre, .table-frame, video, audio, [role=slider]';

type Actions = {
  /** Called with the message on which a finger has rested. */
  readonly onHold: (messageId: number) => void;
  /** Called with the message that was swiped towards the beginning of the line. */
  readonly onReply: (messageId: number) => void;
};

/** Watches fingers in a list of messages. A message that is swiped follows the finger. */
export function watchTouch(list: HTMLElement, { onHold, onReply }: Actions): void {
  let touched: { article: HTMLElement; id: number; gesture: TouchGesture } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the finger has rested, and is still there. */
  let isHeld = false;
  const end = () => {
    clearTimeout(timer);
    touched?.article.classList.remove('is-swiped', 'is-reply');
    touched?.article.style.removeProperty('--swipe');
    touched = undefined;
  };
  const onStart = ({ touches, target }: TouchEvent) => {
    end();
    isHeld = false;
    const [touch] = touches;
    const element = target as Element;
    const article = element.closest<HTMLElement>('article[data-message-id]');
    if (touches.length !== 1 || !touch || !article || element.closest(ownsFingers)) return;
    const isRightToLeft = getComputedStyle(list).direction === 'rtl';
    const gesture = new TouchGesture({ x: touch.clientX, y: touch.clientY }, isRightToLeft);
    const id = Number(article.dataset.messageId);
    touched = { article, id, gesture };
    timer = setTimeout(() => {
      if (!gesture.hold()) return;
      isHeld = true;
      onHold(id);
    }, longPressMs);
  };
  const onMove = ({ touches }: TouchEvent) => {
    const [touch] = touches;
    if (!touched || !touch) return;
    const { article, gesture } = touched;
    gesture.move({ x: touch.clientX, y: touch.clientY });
    if (gesture.isOver) return end();
    if (!gesture.isSwiping) return;
    clearTimeout(timer);
    article.classList.add('is-swiped');
    article.classList.toggle('is-reply', gesture.isReply);
    article.style.setProperty('--swipe', `${gesture.shift}px`);
  };
  const onEnd = (event: TouchEvent) => {
    // Lifting the finger does not press what has opened below it.
    if (isHeld && event.cancelable) event.preventDefault();
    const replied = touched?.gesture.isReply ? touched.id : undefined;
    end();
    if (replied !== undefined) onReply(replied);
  };
  // The styles let the browser scroll up and down only, so no listener has to stop it, and none can delay scrolling.
  list.addEventListener('touchstart', onStart, { passive: true });
  list.addEventListener('touchmove', onMove, { passive: true });
  list.addEventListener('touchend', onEnd, { passive: false });
  list.addEventListener('touchcancel', end, { passive: true });
  onCleanup(end);
}
