/** PNG with two colours and one bit per pixel: a few hundred bytes, no font, no image library. */
import { encodePng, itemAt } from '@parley/core';

/** Background colours on which white text is readable. */
const backgrounds = [
  0x3f51b5, 0x00796b, 0xad1457, 0x5d4037, 0x455a64, 0x6a1b9a, 0x2e7d32, 0xc62828, 0x1565c0, 0xbf360c,
  0x00695c, 0x4527a0,
] as const;

const glyphWidth = 5;
const glyphHeight = 7;

/** Bitmaps of letters and digits. Each number is a row of five pixels, from the top. */
const glyphs: Readonly<Record<string, readonly number[]>> = {
  A: [14, 17, 17, 31, 17, 17, 17],
  B: [30, 17, 17, 30, 17, 17, 30],
  C: [14, 17, 16, 16, 16, 17, 14],
  D: [30, 17, 17, 17, 17, 17, 30],
  E: [31, 16, 16, 30, 16, 16, 31],
  F: [31, 16, 16, 30, 16, 16, 16],
  G: [14, 17, 16, 23, 17, 17, 15],
  H: [17, 17, 17, 31, 17, 17, 17],
  I: [14, 4, 4, 4, 4, 4, 14],
  J: [7, 2, 2, 2, 2, 18, 12],
  K: [17, 18, 20, 24, 20, 18, 17],
  L: [16, 16, 16, 16, 16, 16, 31],
  M: [17, 27, 21, 21, 17, 17, 17],
  N: [17, 17, 25, 21, 19, 17, 17],
  O: [14, 17, 17, 17, 17, 17, 14],
  P: [30, 17, 17, 30, 16, 16, 16],
  Q: [14, 17, 17, 17, 21, 18, 13],
  R: [30, 17, 17, 30, 20, 18, 17],
  S: [15, 16, 16, 14, 1, 1, 30],
  T: [31, 4, 4, 4, 4, 4, 4],
  U: [17, 17, 17, 17, 17, 17, 14],
  V: [17, 17, 17, 17, 17, 10, 4],
  W: [17, 17, 17, 21, 21, 21, 10],
  X: [17, 17, 10, 4, 10, 17, 17],
  Y: [17, 17, 17, 10, 4, 4, 4],
  Z: [31, 1, 2, 4, 8, 16, 31],
  0: [14, 17, 19, 21, 25, 17, 14],
  1: [4, 12, 4, 4, 4, 4, 14],
  2: [14, 17, 1, 2, 4, 8, 31],
  3: [31, 2, 4, 2, 1, 17, 14],
  4: [2, 6, 10, 18, 31, 2, 2],
  5: [31, 16, 30, 1, 1, 17, 14],
  6: [6, 8, 16, 30, 17, 17, 14],
  7: [31, 1, 2, 4, 8, 8, 8],
  8: [14, 17, 17, 14, 17, 17, 14],
  9: [14, 17, 17, 15, 1, 2, 12],
};
/** Bitmap of a head and shoulders, for names without Latin letters. */
const silhouette = [14, 14, 14, 4, 31, 31, 31];

/** With the initials (at most two), or a silhouette. Equal arguments give equal bytes. */
export function drawAvatar(initials: string, color: number, size: number): Buffer {
  const letters =
    initials === '' ? [silhouette] : [...initials].map((letter) => glyphs[letter] ?? silhouette);
  const columns = letters.length * (glyphWidth + 1) - 1;
  const scale = Math.floor((size * 0.6) / Math.max(columns, glyphHeight));
  const left = Math.floor((size - columns * scale) / 2);
  const top = Math.floor((size - glyphHeight * scale) / 2);
  const isInk = (x: number, y: number): boolean => {
    const column = Math.floor((x - left) / scale);
    const row = Math.floor((y - top) / scale);
    const glyph = letters[Math.floor(column / (glyphWidth + 1))];
    const bit = glyphWidth - 1 - (column % (glyphWidth + 1));
    return column >= 0 && row >= 0 && bit >= 0 && ((glyph?.[row] ?? 0) & (1 << bit)) !== 0;
  };
  // A PNG row is one byte for the filter type (0: none), followed by one byte for each eight pixels.
  const stride = 1 + Math.ceil(size / 8);
  const pixels = Buffer.alloc(stride * size);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const at = y * stride + 1 + (x >> 3);
      if (isInk(x, y)) pixels[at] = (pixels[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  const palette = [itemAt(backgrounds, color % backgrounds.length), 0xffffff];
  return encodePng({ width: size, height: size, bitsPerPixel: 1, palette, rows: pixels });
}
