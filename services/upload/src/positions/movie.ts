import { type Box, boxesIn, freeBox } from './boxes.ts';
import { type Editable, editInMemory, MalformedFile, maxMetadataBytes } from './editable.ts';
import { cleanItems } from './heif.ts';
import { cleanTrack } from './movie-track.ts';
import { cleanXmp } from './xmp.ts';

const maxDepth = 8;
/** Boxes that contain boxes, and may contain positions. */
const containers = new Set(['moov', 'trak', 'udta', 'moof', 'traf', 'ilst', 'mdia', 'minf']);
/** Boxes with positions: of QuickTime, of 3GPP, and of cameras for sports. */
const positionBoxes = new Set(['\xa9xyz', 'loci', 'GPMF', 'gps ', '\xa9gpt', '\xa9gyw', '\xa9grl']);
/** The ID of boxes with XMP. */
const xmpId = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');
const positionKey = /location|gps|latitude|longitude|geo/i;

/** Removes positions from a file of boxes: HEIC, AVIF, MP4, MOV. */
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
    else if (type === 'XMP_') await cleanXmpIn(file, box.start, box.end);
    else if (containers.has(type)) await cleanWithin(file, box, depth + 1);
    if (type === 'trak') await cleanTrack(file, box);
  }
}

function freeChecked(file: Editable, box: Box): void {
  if (box.end - box.start > maxMetadataBytes)
    throw new MalformedFile(`a position of ${box.end - box.start} bytes`);
  freeBox(file, box);
}

/** Cleans a box `meta`: the items of an image, or the properties of a movie. */
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
  if ((await file.read(start, 16)).equals(xmpId)) await cleanXmpIn(file, start + 16, end);
}

const cleanXmpIn = (file: Editable, start: number, end: number) =>
  editInMemory(file, { offset: start, length: end - start }, cleanXmp);
