/** How the viewer shows a picture: scale and position, and what a movement of a finger means. This module knows no DOM. */

export type Zoom = {
  /** 1 shows the whole picture. */
  readonly scale: number;
  /** Distance of the picture's centre from the centre of the window, in pixels. */
  readonly x: number;
  readonly y: number;
};

export type Size = { readonly width: number; readonly height: number };
export type Point = { readonly x: number; readonly y: number };

export const whole: Zoom = { scale: 1, x: 0, y: 0 };
export const maxScale = 8;

/** Keeps a picture from leaving the window: a side that is larger than the window covers it, a smaller one is centred. */
export function bounded({ scale, x, y }: Zoom, picture: Size, frame: Size): Zoom {
  const limit = (length: number, space: number) => Math.max(0, (length * scale - space) / 2);
  const [across, down] = [limit(picture.width, frame.width), limit(picture.height, frame.height)];
  // Adding 0 turns -0 into 0.
  return {
    scale,
    x: Math.min(across, Math.max(-across, x)) + 0,
    y: Math.min(down, Math.max(-down, y)) + 0,
  };
}

/** Changes the scale by a factor. What is at a point, measured from the centre of the window, stays there. */
export function zoomedAt(zoom: Zoom, factor: number, at: Point): Zoom {
  const scale = Math.min(maxScale, Math.max(1, zoom.scale * factor));
  if (scale === 1) return whole;
  const by = scale / zoom.scale;
  return { scale, x: at.x - (at.x - zoom.x) * by, y: at.y - (at.y - zoom.y) * by };
}

/** Least way of a finger that counts as a swipe, in pixels. */
const swipePx = 60;

/** Returns what a movement over a picture that is not enlarged means. Pictures follow each other in the direction of reading. */
export function swipeOf(moved: Point, isRightToLeft: boolean): 'next' | 'previous' | 'close' | undefined {
  const [across, down] = [Math.abs(moved.x), Math.abs(moved.y)];
  if (across >= swipePx && across > down * 1.5) return moved.x < 0 !== isRightToLeft ? 'next' : 'previous';
  return moved.y >= swipePx * 1.5 && down > across * 1.5 ? 'close' : undefined;
}
