/** Generates a picture for the demo organization: a palette of colours. So the repository needs no image file. */
import { encodePng } from '@parley/core';

const colors = [0xf6f4ef, 0xd9dcf5, 0x9aa3ea, 0x4b5bd6, 0x2f3a94, 0x1b1f3b] as const;
const [width, height] = [720, 240];

/** Returns a PNG picture with one stripe per colour. */
export function demoPicture(): Uint8Array<ArrayBuffer> {
  const row = Buffer.alloc(width + 1);
  for (let x = 0; x < width; x++) row[x + 1] = Math.floor((x * colors.length) / width);
  const rows = Buffer.concat(Array.from({ length: height }, () => row));
  return new Uint8Array(encodePng({ width, height, bitsPerPixel: 8, palette: colors, rows }));
}
