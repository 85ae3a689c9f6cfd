import { type Editable, editInMemory, MalformedFile, partOf } from './editable.ts';
import { cleanPhotoshop } from './photoshop.ts';
import { cleanTiff } from './tiff.ts';
import { cleanXmp } from './xmp.ts';

const marker = { start: 0xd8, end: 0xd9, scan: 0xda, app1: 0xe1, app13: 0xed } as const;

/** What the data of application segments begins with. */
const exif = 'Exif\0\0';
const xmp = 'http://ns.adobe.com/xap/1.0/\0';
const extendedXmp = 'http://ns.adobe.com/xmp/extension/\0';
/** Length of what precedes the text in a segment of extended XMP: name, GUID, whole length and offset. */
const extendedXmpStart = extendedXmp.length + 40;
const photoshop = 'Photoshop 3.0\0';

const scanBytes = 256 * 1024;

/**
 * Removes positions from the metadata of a JPEG image.
 * @param depth 1 for a thumbnail, whose own thumbnail is left alone
 * @returns the offset after the end of the image, where phones append further images and videos
 */
export async function cleanJpeg(file: Editable, depth = 0): Promise<number> {
  let at = 2;
  for (;;) {
    const [first, kind = 0] = await file.read(at, 2);
    if (first !== 0xff) throw new MalformedFile(`no marker at ${at}`);
    if (kind === 0xff) at += 1;
    else if (kind === marker.end) return at + 2;
    else if (kind === 0x01 || (kind >= 0xd0 && kind <= marker.start)) at += 2;
    else {
      const length = (await file.read(at + 2, 2)).readUInt16BE();
      if (length < 2) throw new MalformedFile(`a segment of ${length} bytes`);
      const segment = { offset: at + 4, length: length - 2 };
      if (kind === marker.app1) await cleanApp1(file, segment, depth);
      else if (kind === marker.app13) await cleanApp13(file, segment);
      at += 2 + length;
      if (kind === marker.scan) at = await endOfScan(file, at);
    }
  }
}

type Segment = { offset: number; length: number };

async function cleanApp1(file: Editable, { offset, length }: Segment, depth: number): Promise<void> {
  const start = (await file.read(offset, Math.min(length, extendedXmpStart))).toString('latin1');
  if (start.startsWith(exif)) {
    await editInMemory(file, rest({ offset, length }, exif.length), (bytes) =>
      cleanTiff(bytes, depth === 0 ? (thumbnail) => cleanJpeg(thumbnail, 1).catch(skipMalformed) : undefined),
    );
  } else if (start.startsWith(xmp)) {
    await editInMemory(file, rest({ offset, length }, xmp.length), cleanXmp);
  } else if (start.startsWith(extendedXmp) && length > extendedXmpStart) {
    await editInMemory(file, rest({ offset, length }, extendedXmpStart), cleanXmp);
  }
}

async function cleanApp13(file: Editable, segment: Segment): Promise<void> {
  if (segment.length <= photoshop.length) return;
  const start = await file.read(segment.offset, photoshop.length);
  if (start.toString('latin1') !== photoshop) return;
  await editInMemory(file, rest(segment, photoshop.length), (bytes) =>
    cleanPhotoshop(bytes, (data) => cleanTiff(data)),
  );
}

const rest = ({ offset, length }: Segment, skipped: number): Segment => ({
  offset: offset + skipped,
  length: length - skipped,
});

/** Returns the offset of the next marker after the compressed pixels of a scan. */
async function endOfScan(file: Editable, start: number): Promise<number> {
  let at = start;
  for (;;) {
    const length = Math.min(scanBytes, file.size - at);
    if (length < 2) throw new MalformedFile('a scan without an end');
    const bytes = await file.read(at, length);
    for (
      let index = bytes.indexOf(0xff);
      index >= 0 && index + 1 < length;
      index = bytes.indexOf(0xff, index + 1)
    ) {
      const next = bytes.readUInt8(index + 1);
      // 0x00 is an escaped 0xff in the pixels, 0xd0 to 0xd7 are marks between parts of them.
      if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at + index;
    }
    at += length - 1;
  }
}

const maxFurther = 50;

/** Phones append depth maps, previews and motion photos. @param cleanVideo cleans an appended video */
export async function cleanJpegFile(
  file: Editable,
  cleanVideo: (video: Editable) => Promise<void>,
): Promise<void> {
  let at = await cleanJpeg(file);
  for (let found = 0; found < maxFurther; found++) {
    const next = await nextFile(file, at);
    if (!next) return;
    const further = partOf(file, next.at, file.size - next.at);
    if (next.kind === 'video') return await cleanVideo(further);
    at = next.at + (await cleanJpeg(further).catch(skipMalformed));
  }
}

/** Goes on behind what only looks like the beginning of an image. */
function skipMalformed(error: unknown): number {
  if (error instanceof MalformedFile) return 3;
  throw error;
}

/** Returns where the next image or video begins, in what follows an image. */
async function nextFile(
  file: Editable,
  start: number,
): Promise<{ at: number; kind: 'image' | 'video' } | undefined> {
  const overlap = 8;
  for (let at = start; at + overlap <= file.size; at += scanBytes - overlap) {
    const bytes = await file.read(at, Math.min(scanBytes, file.size - at));
    const image = bytes.indexOf('\xff\xd8\xff', 0, 'latin1');
    const video = bytes.indexOf('ftyp', 4, 'latin1');
    if (video >= 4 && (image < 0 || video < image)) return { at: at + video - 4, kind: 'video' };
    if (image >= 0) return { at: at + image, kind: 'image' };
  }
  return undefined;
}
