/** The visible part of a picture in a square frame. Lengths are in pixels of the frame. */

export type Crop = { readonly x: number; readonly y: number; readonly zoom: number };

export type Size = { readonly width: number; readonly height: number };

/** Returns the size at which the picture covers the frame exactly, enlarged by `zoom`. */
export function shownSize(picture: Size, frame: number, zoom: number): Size {
  const scale = (frame / Math.min(picture.width, picture.height)) * zoom;
  return { width: picture.width * scale, height: picture.height * scale };
}

/** Returns the crop moved so that the picture covers the whole frame. `x` and `y` are its left and upper edges. */
export function within(crop: Crop, picture: Size, frame: number): Crop {
  const { width, height } = shownSize(picture, frame, crop.zoom);
  const clamp = (value: number, length: number) => Math.min(0, Math.max(frame - length, value));
  return { ...crop, x: clamp(crop.x, width), y: clamp(crop.y, height) };
}

/** Returns the crop in the middle of the picture. */
export function centred(picture: Size, frame: number): Crop {
  const { width, height } = shownSize(picture, frame, 1);
  return { x: (frame - width) / 2, y: (frame - height) / 2, zoom: 1 };
}

/** Returns the crop after a change of the zoom around the middle of the frame. */
export function zoomed(crop: Crop, zoom: number, picture: Size, frame: number): Crop {
  const ratio = zoom / crop.zoom;
  const middle = frame / 2;
  const moved = { x: middle - (middle - crop.x) * ratio, y: middle - (middle - crop.y) * ratio, zoom };
  return within(moved, picture, frame);
}

/** Returns the part of the picture that is visible, in pixels of the picture. */
export function sourceOf(crop: Crop, picture: Size, frame: number): { x: number; y: number; side: number } {
  const scale = shownSize(picture, frame, crop.zoom).width / picture.width;
  // Without the sum, an edge at 0 would be -0.
  return { x: 0 - crop.x / scale, y: 0 - crop.y / scale, side: frame / scale };
}
