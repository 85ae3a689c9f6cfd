import { describe, expect, it } from 'vitest';
import { centred, shownSize, sourceOf, within, zoomed } from './crop.ts';

const wide = { width: 400, height: 200 };

describe('the visible part of a picture', () => {
  it('is the square in the middle at first', () => {
    expect(sourceOf(centred(wide, 100), wide, 100)).toEqual({ x: 100, y: 0, side: 200 });
  });

  it('never leaves the picture, wherever it is dragged', () => {
    for (const [x, y] of [
      [500, 500],
      [-500, -500],
      [30, -20],
    ] as const) {
      const { x: left, y: top, side } = sourceOf(within({ x, y, zoom: 1.5 }, wide, 100), wide, 100);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(top).toBeGreaterThanOrEqual(0);
      expect(left + side).toBeLessThanOrEqual(wide.width + 1e-9);
      expect(top + side).toBeLessThanOrEqual(wide.height + 1e-9);
    }
  });

  it('keeps its middle when it is enlarged', () => {
    const before = sourceOf(centred(wide, 100), wide, 100);
    const after = sourceOf(zoomed(centred(wide, 100), 2, wide, 100), wide, 100);
    expect(after.x + after.side / 2).toBeCloseTo(before.x + before.side / 2);
    expect(after.side).toBeCloseTo(before.side / 2);
  });

  it('covers the frame with the shorter side', () => {
    expect(shownSize(wide, 100, 1)).toEqual({ width: 200, height: 100 });
  });
});
