/** Draws pictures out of shapes, so that the repository needs no image files. */
import { encodeColorPng, itemAt } from '@parley/core';

export type Point = readonly [x: number, y: number];

/** A shape by the distance of a point to its edge, which is negative inside, and a box around it. */
export type Shape = {
  readonly box: readonly [left: number, top: number, right: number, bottom: number];
  distance(x: number, y: number): number;
};

/** A color as 0xRRGGBB, or one for each point. */
export type Paint = number | ((x: number, y: number) => number);

const everywhere = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Infinity, Infinity] as const;
const clamp = (value: number): number => Math.max(0, Math.min(1, value));

export class Canvas {
  readonly #pixels: Float32Array;
  readonly #width: number;
  readonly #height: number;

  constructor(width: number, height: number, paint: Paint) {
    this.#width = width;
    this.#height = height;
    this.#pixels = new Float32Array(width * height * 3);
    this.fill({ box: everywhere, distance: () => -1 }, paint);
  }

  /** Paints a shape with smooth edges. @param opacity from 0 to 1 */
  fill({ box, distance }: Shape, paint: Paint, opacity = 1): this {
    const [left, top] = [Math.max(0, Math.floor(box[0]) - 1), Math.max(0, Math.floor(box[1]) - 1)];
    const right = Math.min(this.#width, Math.ceil(box[2]) + 1);
    const bottom = Math.min(this.#height, Math.ceil(box[3]) + 1);
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        const part = opacity * clamp(0.5 - distance(x + 0.5, y + 0.5));
        if (part > 0)
          this.#mix((y * this.#width + x) * 3, typeof paint === 'number' ? paint : paint(x, y), part);
      }
    }
    return this;
  }

  #mix(at: number, color: number, part: number): void {
    this.#pixels[at] = this.#valueAt(at) * (1 - part) + (color >> 16) * part;
    this.#pixels[at + 1] = this.#valueAt(at + 1) * (1 - part) + ((color >> 8) & 0xff) * part;
    this.#pixels[at + 2] = this.#valueAt(at + 2) * (1 - part) + (color & 0xff) * part;
  }

  /** Returns one of the three values of a point, each of which begins at 0. */
  #valueAt(at: number): number {
    return this.#pixels[at] ?? 0;
  }

  /** Returns the picture as a PNG file. */
  png(): Buffer {
    const [width, height, row] = [this.#width, this.#height, this.#width * 3 + 1];
    const rows = Buffer.alloc(row * height);
    const byteAt = (at: number): number => Math.round(this.#valueAt(at));
    for (let y = 0; y < height; y++) {
      const start = y * width * 3;
      // The filter “sub” stores differences, which are small in pictures of few colors.
      rows[y * row] = 1;
      for (let at = 0; at < width * 3; at++) {
        const before = at < 3 ? 0 : byteAt(start + at - 3);
        rows[y * row + at + 1] = (byteAt(start + at) - before) & 0xff;
      }
    }
    return encodeColorPng({ width, height, rows });
  }
}

/** Returns a color between two others. */
export function between(one: number, other: number, part: number): number {
  const share = clamp(part);
  const channel = (shift: number): number => {
    const [from, to] = [(one >> shift) & 0xff, (other >> shift) & 0xff];
    return Math.round(from + (to - from) * share) << shift;
  };
  return channel(16) | channel(8) | channel(0);
}

/** Returns a paint that goes from one color at the top to another at the bottom. */
export const fade =
  (above: number, below: number, top: number, bottom: number): Paint =>
  (_x, y) =>
    between(above, below, (y - top) / (bottom - top));

export const ellipse = (x: number, y: number, width: number, height: number): Shape => ({
  box: [x - width, y - height, x + width, y + height],
  distance: (px, py) => (Math.hypot((px - x) / width, (py - y) / height) - 1) * Math.min(width, height),
});

export const circle = (x: number, y: number, radius: number): Shape => ellipse(x, y, radius, radius);

/** Returns a rectangle by its left upper corner. */
export const rect = (left: number, top: number, width: number, height: number, radius = 0): Shape => ({
  box: [left, top, left + width, top + height],
  distance(x, y) {
    const dx = Math.abs(x - left - width / 2) - width / 2 + radius;
    const dy = Math.abs(y - top - height / 2) - height / 2 + radius;
    return Math.min(Math.max(dx, dy), 0) + Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) - radius;
  },
});

const toSegment = (x: number, y: number, from: Point, to: Point): number => {
  const ax = from[0];
  const ay = from[1];
  const dx = to[0] - ax;
  const dy = to[1] - ay;
  const part = clamp(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1));
  return Math.hypot(x - ax - dx * part, y - ay - dy * part);
};

const boxOf = (points: readonly Point[], margin: number): Shape['box'] => {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [
    Math.min(...xs) - margin,
    Math.min(...ys) - margin,
    Math.max(...xs) + margin,
    Math.max(...ys) + margin,
  ];
};

/** Returns each point with the next one. The last point has none, or the first one as in a closed line. */
const segmentsOf = (points: readonly Point[], isClosed: boolean): (readonly [from: Point, to: Point])[] =>
  (isClosed ? points : points.slice(1)).map((_, index) => [
    itemAt(points, index),
    itemAt(points, (index + 1) % points.length),
  ]);

export function line(points: readonly Point[], width: number): Shape {
  const segments = segmentsOf(points, false);
  return {
    box: boxOf(points, width),
    distance(x, y) {
      let nearest = Infinity;
      for (const [from, to] of segments) nearest = Math.min(nearest, toSegment(x, y, from, to));
      return nearest - width / 2;
    },
  };
}

/** Returns an area with corners. */
export function polygon(points: readonly Point[]): Shape {
  const edges = segmentsOf(points, true);
  return {
    box: boxOf(points, 0),
    distance(x, y) {
      let [nearest, isInside] = [Infinity, false];
      for (const [from, to] of edges) {
        nearest = Math.min(nearest, toSegment(x, y, from, to));
        const isCrossed = from[1] > y !== to[1] > y;
        if (isCrossed && x < ((to[0] - from[0]) * (y - from[1])) / (to[1] - from[1]) + from[0])
          isInside = !isInside;
      }
      return isInside ? -nearest : nearest;
    },
  };
}

export const below = (curve: (x: number) => number, top: number): Shape => ({
  box: [Number.NEGATIVE_INFINITY, top, Infinity, Infinity],
  distance: (x, y) => curve(x) - y,
});

export const curveLine = (
  curve: (x: number) => number,
  [from, to]: readonly [number, number],
  width: number,
): Shape => ({
  box: [from, Number.NEGATIVE_INFINITY, to, Infinity],
  distance(x, y) {
    const slope = curve(x + 0.5) - curve(x - 0.5);
    return Math.abs(curve(x) - y) / Math.hypot(1, slope) - width / 2;
  },
});

export const both = (one: Shape, other: Shape): Shape => ({
  box: [
    Math.max(one.box[0], other.box[0]),
    Math.max(one.box[1], other.box[1]),
    Math.min(one.box[2], other.box[2]),
    Math.min(one.box[3], other.box[3]),
  ],
  distance: (x, y) => Math.max(one.distance(x, y), other.distance(x, y)),
});

export const without = (one: Shape, other: Shape): Shape => ({
  box: one.box,
  distance: (x, y) => Math.max(one.distance(x, y), -other.distance(x, y)),
});

export const outline = (shape: Shape, width: number): Shape => ({
  box: [shape.box[0] - width, shape.box[1] - width, shape.box[2] + width, shape.box[3] + width],
  distance: (x, y) => Math.abs(shape.distance(x, y)) - width / 2,
});

/** Returns points on a curve, for lines. */
export const along = (from: number, to: number, curve: (x: number) => number, steps = 24): Point[] =>
  Array.from({ length: steps + 1 }, (_, index) => {
    const x = from + ((to - from) * index) / steps;
    return [x, curve(x)];
  });
