import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bounded, maxScale, swipeOf, whole, zoomedAt } from './zoom.ts';

const coordinate = fc.integer({ min: -2_000, max: 2_000 });
const point = fc.record({ x: coordinate, y: coordinate });
const length = fc.integer({ min: 1, max: 4_000 });
const size = fc.record({ width: length, height: length });
const zoom = fc.record({
  scale: fc.double({ min: 1, max: maxScale, noNaN: true }),
  x: coordinate,
  y: coordinate,
});

describe('the zoom of a picture', () => {
  it('keeps what is under the pointer there, and stays within its limits', () =>
    fc.assert(
      fc.property(zoom, fc.double({ min: 0.1, max: 10, noNaN: true }), point, (before, factor, at) => {
        const after = zoomedAt(before, factor, at);
        expect(after.scale).toBeGreaterThanOrEqual(1);
        expect(after.scale).toBeLessThanOrEqual(maxScale);
        if (after.scale === 1) {
          expect(after).toEqual(whole);
          return;
        }
        expect((at.x - after.x) / after.scale).toBeCloseTo((at.x - before.x) / before.scale, 5);
        expect((at.y - after.y) / after.scale).toBeCloseTo((at.y - before.y) / before.scale, 5);
      }),
    ));

  it('never leaves a gap at a side on which the picture is larger than the window', () =>
    fc.assert(
      fc.property(zoom, size, size, (before, picture, frame) => {
        const { scale, x, y } = bounded(before, picture, frame);
        for (const [at, length, space] of [
          [x, picture.width * scale, frame.width],
          [y, picture.height * scale, frame.height],
        ] as const) {
          if (length <= space) expect(at).toBe(0);
          else expect(Math.abs(at) * 2).toBeLessThanOrEqual(length - space + 1e-6);
        }
      }),
    ));

  it('is left by swipes, in the direction of reading', () => {
    expect(swipeOf({ x: -100, y: 10 }, false)).toBe('next');
    expect(swipeOf({ x: 100, y: 10 }, false)).toBe('previous');
    expect(swipeOf({ x: -100, y: 10 }, true)).toBe('previous');
    expect(swipeOf({ x: 5, y: 120 }, false)).toBe('close');
    expect(swipeOf({ x: 30, y: 20 }, false)).toBeUndefined();
    expect(swipeOf({ x: 70, y: 70 }, false)).toBeUndefined();
    expect(swipeOf({ x: 0, y: -200 }, false)).toBeUndefined();
  });
});
