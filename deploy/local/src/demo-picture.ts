/** A picture for the demo: a palette of colours, generated so that the repository needs no image file. */
import { crc32, deflateSync } from 'node:zlib';

const colors = [0xf6f4ef, 0xd9dcf5, 0x9aa3ea, 0x4b5bd6, 0x2f3a94, 0x1b1f3b] as const;
const [width, height] = [720, 240];
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Returns a PNG with one stripe for each colour. */
export function demoPicture(): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits per pixel, indexed colour.
  header.set([8, 3, 0, 0, 0], 8);
  const palette = Buffer.from(colors.flatMap((rgb) => [rgb >> 16, (rgb >> 8) & 0xff, rgb & 0xff]));
  const row = Buffer.alloc(width + 1);
  for (let x = 0; x < width; x++) row[x + 1] = Math.floor((x * colors.length) / width);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const chunks = [
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return new Uint8Array(Buffer.concat([signature, ...chunks]));
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), framed.length - 4);
  return framed;
}
