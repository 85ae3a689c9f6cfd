import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { drawAvatar } from './draw-avatar.ts';

/** Returns the chunks of a PNG by type. */
function chunksOf(image: Buffer): Map<string, Buffer> {
  expect(image.subarray(1, 4).toString()).toBe('PNG');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < image.length; ) {
    const length = image.readUInt32BE(at);
    chunks.set(image.toString('latin1', at + 4, at + 8), image.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return chunks;
}

/** Returns the rows of pixels of an image as text. */
function rowsOf(image: Buffer): string[] {
  const chunks = chunksOf(image);
  const size = chunks.get('IHDR')!.readUInt32BE(0);
  const pixels = inflateSync(chunks.get('IDAT')!);
  const stride = 1 + Math.ceil(size / 8);
  expect(pixels.length).toBe(stride * size);
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (__, x) =>
      (pixels[y * stride + 1 + (x >> 3)]! & (0x80 >> (x & 7))) === 0 ? ' ' : '#',
    ).join(''),
  );
}

describe('a generated avatar', () => {
  it('shows its initials in the middle', () => {
    const rows = rowsOf(drawAvatar('T', 0, 14));
    expect(rows.map((row) => row.trimEnd())).toEqual([
      '',
      '',
      '',
      '    #####',
      '      #',
      '      #',
      '      #',
      '      #',
      '      #',
      '      #',
      '',
      '',
      '',
      '',
    ]);
  });

  it.each([
    ['AB', 100],
    ['AB', 500],
    ['7', 100],
    ['', 100],
  ])('of %j is a small PNG of %i pixels, always the same', (initials, size) => {
    const image = drawAvatar(initials, 3, size);
    expect(chunksOf(image).get('IHDR')!.readUInt32BE(0)).toBe(size);
    expect(image.length).toBeLessThan(2_000);
    expect(drawAvatar(initials, 3, size).equals(image)).toBe(true);
    const rows = rowsOf(image);
    expect(rows.some((row) => row.includes('#'))).toBe(true);
    for (const edge of [rows[0]!, rows.at(-1)!]) expect(edge.trim()).toBe('');
  });

  it('has a colour for every number', () => {
    const paletteOf = (color: number) =>
      chunksOf(drawAvatar('A', color, 100))
        .get('PLTE')!
        .toString('hex');
    expect(new Set(Array.from({ length: 12 }, (_, color) => paletteOf(color))).size).toBe(12);
    expect(paletteOf(99)).toHaveLength(12);
  });
});
