import { isOneOf } from '@parley/core';
import { type Box, boxesIn, freeBox } from './boxes.ts';
import { type Editable, editInMemory, MalformedFile, maxMetadataBytes } from './editable.ts';
import { cleanItems } from './heif.ts';
import { cleanTrack } from './movie-track.ts';
import { cleanTiff } from './tiff.ts';
import { cleanXmp } from './xmp.ts';

const maxDepth = 8;
/** Boxes that contain boxes, and may contain positions. */
const containers = new Set(['moov', 'trak', 'udta', 'moof', 'traf', 'ilst', 'mdia', 'minf']);
/** Boxes with positions: of QuickTime, of 3GPP, and of cameras for sports. */
const positionBoxes = new Set(['\xa9xyz', 'loci', 'GPMF', 'gps ', '\xa9gpt', '\xa9gyw', '\xa9grl']);
const xmpId = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');
/** The ID of the box with the metadata of Canon's raw images. */
const canonId = Buffer.from('85c0b687820f11e08111f4ce462b6a48', 'hex');
/** Types of the boxes in it: Exif data in three parts, and GPS data. */
const canon = { exif: ['CMT1', 'CMT2', 'CMT3'], gps: 'CMT4' } as const;
/** Matches names of properties of movies that are positions. */
export const positionKey = /location|gps|latitude|longitude|geo/i;

/** Removes positions from a file of boxes: HEIC, AVIF, JPEG XL, MP4, MOV, raw images of Canon. */
export async function cleanBoxes(file: Editable): Promise<void> {
  await cleanWithin(file, { start: 0, end: file.size }, 0);
}

async function cleanWithin(
  file: Editable,
  { start, end }: Pick<Box, 'start' | 'end'>,
  depth: number,
): Promise<void> {
  if (depth > maxDepth) throw new MalformedFile('boxes in too many boxes');
  for (const box of await boxesIn(file, start, end)) {
    const { type } = box;
    if (depth > 0 && positionBoxes.has(type)) freeChecked(file, box);
    else if (type === 'meta') await cleanMeta(file, box, depth);
    else if (type === 'uuid') await cleanUuid(file, box);
    else if (type === 'XMP_' || (depth === 0 && type === 'xml ')) await cleanXmpIn(file, box.start, box.end);
    else if (depth === 0 && type === 'Exif') await cleanExif(file, box);
    else if (depth === 0 && type === 'brob') await cleanCompressed(file, box);
    else if (containers.has(type)) await cleanWithin(file, box, depth + 1);
    if (type === 'trak') await cleanTrack(file, box);
  }
}

function freeChecked(file: Editable, box: Box): void {
  if (box.end - box.start > maxMetadataBytes)
    throw new MalformedFile(`a position of ${box.end - box.start} bytes`);
  freeBox(file, box);
}

async function cleanMeta(file: Editable, meta: Box, depth: number): Promise<void> {
  // In QuickTime files the box has no version, and its first box begins at once.
  const isQuickTime = meta.end - meta.start >= 8 && (await typeAt(file, meta.start)) === 'hdlr';
  const within = { ...meta, start: isQuickTime ? meta.start : meta.start + 4 };
  if (within.start > meta.end) return;
  const boxes = await boxesIn(file, within.start, within.end);
  const [keys, ilst] = ['keys', 'ilst'].map((type) => boxes.find((box) => box.type === type));
  if (keys && ilst) await cleanKeyed(file, keys, ilst);
  if (!isQuickTime) await cleanItems(file, meta);
  await cleanWithin(file, within, depth + 1);
}

const typeAt = async (file: Editable, at: number): Promise<string> =>
  (await file.read(at + 4, 4)).toString('latin1');

/** Removes the values of properties whose names are positions, such as `com.apple.quicktime.location.ISO6709`. */
async function cleanKeyed(file: Editable, keys: Box, ilst: Box): Promise<void> {
  const names: string[] = [];
  for (const { start, end } of await boxesIn(file, keys.start + 8, keys.end)) {
    names.push((await file.read(start, Math.min(end - start, 256))).toString('latin1'));
  }
  for (const item of await boxesIn(file, ilst.start, ilst.end)) {
    const index = Buffer.from(item.type, 'latin1').readUInt32BE();
    if (positionKey.test(names[index - 1] ?? '')) freeChecked(file, item);
  }
}

async function cleanUuid(file: Editable, { start, end }: Box): Promise<void> {
  if (end - start < 16) return;
  const id = await file.read(start, 16);
  if (id.equals(xmpId)) await cleanXmpIn(file, start + 16, end);
  else if (id.equals(canonId)) await cleanCanon(file, start + 16, end);
}

async function cleanCanon(file: Editable, start: number, end: number): Promise<void> {
  for (const box of await boxesIn(file, start, end)) {
    if (box.type === canon.gps) freeChecked(file, box);
    else if (isOneOf(canon.exif, box.type)) {
      await editInMemory(file, { offset: box.start, length: box.end - box.start }, (bytes) =>
        cleanTiff(bytes),
      );
    }
  }
}

/** Cleans the Exif data of a JPEG XL image. They follow a number that says how many bytes lie before them. */
async function cleanExif(file: Editable, { start, end }: Box): Promise<void> {
  if (end - start < 4) return;
  const offset = start + 4 + (await file.read(start, 4)).readUInt32BE();
  await editInMemory(file, { offset, length: end - offset }, (bytes) => cleanTiff(bytes));
}

/** Removes metadata of a JPEG XL image that are compressed, so that nothing in them can be replaced. */
async function cleanCompressed(file: Editable, box: Box): Promise<void> {
  if (box.end - box.start >= 4 && /^(?:Exif|xml )/.test((await file.read(box.start, 4)).toString('latin1')))
    freeChecked(file, box);
}

const cleanXmpIn = (file: Editable, start: number, end: number) =>
  editInMemory(file, { offset: start, length: end - start }, cleanXmp);
