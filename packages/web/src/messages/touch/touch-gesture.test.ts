import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Point, replyPx, TouchGesture } from './touch-gesture.ts';

const start: Point = { x: 200, y: 300 };
const after = (moves: readonly (readonly [number, number])[], isRightToLeft = false) => {
  const gesture = new TouchGesture(start, isRightToLeft);
  for (const [x, y] of moves) gesture.move({ x: start.x + x, y: start.y + y });
  return gesture;
};

describe('a finger on a message', () => {
  it('that rests is a long press, once', () => {
    const gesture = after([
      [3, -2],
      [-4, 5],
    ]);
    expect(gesture.hold()).toBe(true);
    expect(gesture.hold()).toBe(false);
    expect(gesture.isReply).toBe(false);
  });

  it('that goes to the left replies, in texts from right to left to the right', () => {
    for (const isRightToLeft of [false, true]) {
      const way = isRightToLeft ? 1 : -1;
      const gesture = after(
        [
          [way * 20, 3],
          [way * 70, 8],
        ],
        isRightToLeft,
      );
      expect(gesture.isReply).toBe(true);
      expect(Math.sign(gesture.shift)).toBe(way);
      expect(gesture.hold()).toBe(false);
      expect(
        after(
          [
            [-way * 20, 0],
            [-way * 90, 0],
          ],
          isRightToLeft,
        ).isOver,
      ).toBe(true);
    }
  });

  it('that returns does not reply, and one that scrolls never does', () => {
    expect(
      after([
        [-80, 0],
        [-20, 0],
      ]).isReply,
    ).toBe(false);
    const scrolled = after([
      [-12, 30],
      [-200, 30],
    ]);
    expect(scrolled.isOver).toBe(true);
    expect(scrolled.shift).toBe(0);
  });

  it('means one thing at most, whatever its way', () => {
    const move = fc.tuple(fc.integer({ min: -300, max: 300 }), fc.integer({ min: -300, max: 300 }));
    fc.assert(
      fc.property(fc.array(move, { maxLength: 20 }), fc.boolean(), (moves, isRightToLeft) => {
        const gesture = after(moves, isRightToLeft);
        const { isReply, shift } = gesture;
        const isHeld = gesture.hold();
        expect(isReply && isHeld).toBe(false);
        if (isReply) expect(Math.abs(shift)).toBeGreaterThanOrEqual(replyPx);
        // The way back is left to the swipe that leaves the conversation.
        expect(isRightToLeft ? shift : -shift).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
