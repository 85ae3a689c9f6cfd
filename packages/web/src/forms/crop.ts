/** The visible part of a picture in a square frame: position of its left upper corner in pixels of the frame. */

export type Crop = { readonly x: number; readonly y: number; readonly zoom: number };

export type Size = { readonly width: number; readonly height: number };

/** Returns the size of the displayed picture. At zoom 1, its shorter side is as long as the frame. */
export function shownSize(picture: Size, frame: number, zoom: number): Size {
  const scale = (frame / Math.min(picture.width, picture.height)) * zoom;
  return { width: picture.width * scale, height: picture.height * scale };
}

/** Returns a crop that was moved so that the picture covers the whole frame. */
export function within(crop: Crop, picture: Size, frame: number): Crop {
  const { width, height } = shownSize(picture, frame, crop.zoom);
  const clamp = (value: number, length: number) => Math.min(0, Math.max(frame - length, value));
  return { ...crop, x: clamp(crop.x, width), y: clamp(crop.y, height) };
}

/** Returns the crop that shows the middle of the picture at zoom 1. */
export function centred(picture: Size, frame: number): Crop {
  const { width, height } = shownSize(picture, frame, 1);
  return { x: (frame - width) / 2, y: (frame - height) / 2, zoom: 1 };
}

/** Returns the crop after a zoom around the middle of the frame. */
export function zoomed(crop: Crop, zoom: number, picture: Size, frame: number): Crop {
  const ratio = zoom / crop.zoom;
  const middle = frame / 2;
  const moved = { x: middle - (middle - crop.x) * ratio, y: middle - (middle - crop.y) * ratio, zoom };
  return within(moved, picture, frame);
}

/** Returns the visible square of the picture, in pixels of the original picture. */
export function sourceOf(crop: Crop, picture: Size, frame: number): { x: number; y: number; side: number } {
  const scale = shownSize(picture, frame, crop.zoom).width / picture.width;
  // `0 - value` avoids the result -0 for an edge at 0.
  return { x: 0 - crop.x / scale, y: 0 - crop.y / scale, side: frame / scale };
}
