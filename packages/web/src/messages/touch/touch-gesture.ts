/** What a finger on a message means: a long press, a swipe towards the beginning of the line, or something that is not ours. */

/** Time after which a finger that rests is a long press, in milliseconds. */
export const longPressMs = 450;
/** Distance up to which a finger counts as resting, in pixels. */
const restPx = 10;
/** Distance from which releasing a swipe replies, and the largest distance by which the message follows the finger. */
export const replyPx = 56;
const mostPx = 84;
/** How many times further a swipe must go sideways than up or down. Otherwise the finger scrolls. */
const slope = 1.8;

export type Point = { readonly x: number; readonly y: number };

/** Follows one finger. Distances towards the beginning of the line are positive, whichever direction the text has. */
export class TouchGesture {
  readonly #start: Point;
  readonly #sign: 1 | -1;
  #state: 'resting' | 'swiping' | 'over' = 'resting';
  #distance = 0;

  constructor(start: Point, isRightToLeft: boolean) {
    this.#start = start;
    this.#sign = isRightToLeft ? 1 : -1;
  }

  /** Whether the gesture means nothing here any more: the finger scrolls, or swipes back. */
  get isOver(): boolean {
    return this.#state === 'over';
  }
  get isSwiping(): boolean {
    return this.#state === 'swiping';
  }
  /** How far the message follows the finger, in pixels; negative to the left. */
  get shift(): number {
    return this.isSwiping ? this.#sign * Math.min(mostPx, Math.max(0, this.#distance)) : 0;
  }
  /** Whether releasing the finger replies. */
  get isReply(): boolean {
    return this.isSwiping && this.#distance >= replyPx;
  }

  move({ x, y }: Point): void {
    if (this.#state === 'over') return;
    const [across, down] = [this.#sign * (x - this.#start.x), Math.abs(y - this.#start.y)];
    if (this.#state === 'resting') {
      if (Math.abs(across) <= restPx && down <= restPx) return;
      this.#state = across > slope * down ? 'swiping' : 'over';
    }
    this.#distance = across;
  }

  /** Returns whether the finger has rested for a long press, and ends the gesture if so. */
  hold(): boolean {
    if (this.#state !== 'resting') return false;
    this.#state = 'over';
    return true;
  }

  cancel(): void {
    this.#state = 'over';
  }
}
