import { crc32, deflateSync } from 'node:zlib';

export type IndexedImage = {
  width: number;
  height: number;
  bitsPerPixel: 1 | 8;
  /** Colors as 0xRRGGBB. A pixel is an index in this list. */
  palette: readonly number[];
  /** The rows of pixels from top to bottom. Each begins with a zero byte, which means "no filter". */
  rows: Uint8Array;
};

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export type ColorImage = {
  width: number;
  height: number;
  /** The rows of pixels from top to bottom, three bytes for each pixel. Each row begins with the number of its filter. */
  rows: Uint8Array;
};

/** Encodes an image with a palette as a PNG file. */
export function encodePng({ width, height, bitsPerPixel, palette, rows }: IndexedImage): Buffer {
  const header = headerOf(width, height, [bitsPerPixel, 3]);
  const colors = Buffer.from(palette.flatMap((rgb) => [rgb >> 16, (rgb >> 8) & 0xff, rgb & 0xff]));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', colors),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Encodes an image of any colors as a PNG file. */
export const encodeColorPng = ({ width, height, rows }: ColorImage): Buffer =>
  Buffer.concat([
    signature,
    chunk('IHDR', headerOf(width, height, [8, 2])),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);

function headerOf(width: number, height: number, [bits, kind]: readonly [number, number]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, kind, 0, 0, 0], 8);
  return header;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), framed.length - 4);
  return framed;
}
