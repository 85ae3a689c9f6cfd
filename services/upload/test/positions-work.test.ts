import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { EditableBuffer, type MalformedFile, Work } from '../src/geotags/editable.ts';
import { removePositions } from '../src/geotags/remove-positions.ts';
import { box, uint32 } from './photos.ts';

const mib = 1024 * 1024;
const uint16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};
const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** Returns a directory of a TIFF structure with `count` equal entries for bytes. */
const directory = (count: number, tag: number, { length, at }: { length: number; at: number }): Buffer =>
  Buffer.concat([
    uint16(count),
    ...Array.from({ length: count }, () =>
      Buffer.concat([uint16(tag), uint16(7), uint32(length), uint32(at)]),
    ),
    uint32(0),
  ]);

const sizeOfDirectory = (count: number) => 2 + 12 * count + 4;

/** Returns a TIFF structure in which many entries lead to the same metadata. */
function manyEntries(tag: number, bytes: Buffer, count = 4_096): Buffer {
  const at = 8 + sizeOfDirectory(count);
  return Buffer.concat([
    latin1('MM\0*'),
    uint32(8),
    directory(count, tag, { length: bytes.length, at }),
    bytes,
  ]);
}

/** Returns a TIFF structure in which many entries lead to one directory with GPS data, of which each entry is the whole file. */
function manyPositions(count: number, size: number): Buffer {
  const at = 8 + sizeOfDirectory(count);
  const start = Buffer.concat([
    latin1('MM\0*'),
    uint32(8),
    uint16(count),
    ...Array.from({ length: count }, () => Buffer.concat([uint16(0x8825), uint16(4), uint32(1), uint32(at)])),
    uint32(0),
    directory(count, 1, { length: size / 2, at: size / 4 }),
  ]);
  return Buffer.concat([start, Buffer.alloc(size - start.length)]);
}

const chunk = (type: string, data: Buffer) =>
  Buffer.concat([uint32(data.length), latin1(type), data, uint32(0)]);
const png = (...chunks: Buffer[]) => Buffer.concat([latin1('\x89PNG\r\n\x1a\n'), ...chunks]);

function webp(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([latin1('RIFF\0\0\0\0WEBP'), latin1(type), length, data]);
}

/** Returns a HEIC file with items of 65,535 parts, which take no bytes in the file. */
function manyExtents(): Buffer {
  const items = Array.from({ length: 10_000 }, (_, id) =>
    Buffer.concat([uint16(id), uint16(0), uint16(65_535)]),
  );
  const iloc = box('iloc', uint32(0), uint16(0), uint16(items.length), ...items);
  return Buffer.concat([
    box('ftyp', latin1('heic\0\0\0\0')),
    box('meta', uint32(0), box('iinf', uint32(0), uint16(0)), iloc),
  ]);
}

/** Returns a GIF file of millions of blocks. */
const manyBlocks = (): Buffer =>
  Buffer.concat([latin1('GIF89a\x01\0\x01\0\0\0\0'), Buffer.from([0x21, 0xfe]), Buffer.alloc(60 * mib, 1)]);

/** Returns a JPEG file followed by beginnings of further ones, each of which has to be read to the end. */
const manyImages = (): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xd9]),
    ...Array.from({ length: 60 }, () => Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 2, 0, 0])),
    Buffer.alloc(40 * mib),
  ]);

/** Returns a PNG file with texts that are a thousand times larger when they are decompressed. */
function manyBombs(): Buffer {
  const bomb = deflateSync(Buffer.alloc(8 * mib, 'x'));
  const text = Buffer.concat([latin1('XML:com.adobe.xmp\0\x01\0\0\0'), bomb]);
  return png(...Array.from({ length: 500 }, () => chunk('iTXt', text)));
}

const xmp = Buffer.alloc(4 * mib, ' a:b="c"');

it.each<[string, () => Buffer]>([
  ['TIFF', () => manyEntries(0x02bc, xmp)],
  ['TIFF with IPTC data', () => manyEntries(0x83bb, Buffer.alloc(4 * mib, '\x1c\x02\x05\0\x01x'))],
  ['TIFF with Photoshop data', () => manyEntries(0x8649, Buffer.alloc(4 * mib, '8BIM\x04\x04\0\0\0\0\0\0'))],
  ['Exif data in PNG', () => png(chunk('eXIf', manyPositions(4_096, 8 * mib - 64)))],
  ['Exif data in WebP', () => webp('EXIF', manyPositions(4_096, 8 * mib - 64))],
  ['compressed XMP in PNG', manyBombs],
  ['HEIC', manyExtents],
  ['GIF', manyBlocks],
  ['JPEG with further images', manyImages],
])('a small file cannot occupy the server: %s', async (_name, create) => {
  const bytes = create();
  const file = new EditableBuffer(bytes, new Work(bytes.length));
  let turns = 0;
  const others = setInterval(() => turns++, 0);
  expect(await removePositions(file)).toBe('too much metadata');
  clearInterval(others);
  expect(turns).toBeGreaterThan(0);
});

it('a movie whose tables say many things about no samples is read once', async () => {
  const table = box(
    'stbl',
    box('stsd', uint32(0), uint32(1), box('gpmd', Buffer.alloc(8))),
    box('stsc', uint32(0), uint32(300_000), Buffer.alloc(12 * 300_000, 0xff)),
    box('stsz', uint32(0), uint32(1), uint32(400_000)),
    box('stco', uint32(0), uint32(900_000), Buffer.alloc(4 * 900_000)),
  );
  const bytes = Buffer.concat([
    box('ftyp', latin1('isom\0\0\0\0')),
    box('moov', box('trak', box('mdia', box('minf', table)))),
  ]);
  expect(await removePositions(new EditableBuffer(bytes, new Work(bytes.length)))).toBeUndefined();
});

it('a file that took too much work gets no more of it', () => {
  const work = new Work(0);
  const refused = expect.objectContaining<Partial<MalformedFile>>({ message: 'too much metadata' });
  expect(() => work.spend(Number.MAX_SAFE_INTEGER)).toThrow(refused);
  expect(() => work.spend(0)).toThrow(refused);
});
