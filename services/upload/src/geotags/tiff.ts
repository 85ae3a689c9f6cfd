import {
  type Editable,
  type EditableBuffer,
  editInMemory,
  MalformedFile,
  maxMetadataBytes,
} from './editable.ts';
import { cleanIptc, cleanPhotoshop } from './photoshop.ts';
import { cleanXmp } from './xmp.ts';

const tag = {
  subIfds: 0x014a,
  thumbnailOffset: 0x0201,
  thumbnailLength: 0x0202,
  xmp: 0x02bc,
  iptc: 0x83bb,
  photoshop: 0x8649,
  exifIfd: 0x8769,
  gpsIfd: 0x8825,
} as const;

const typeSizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8];

/** Maximum number of directories in one file. Cameras write fewer than ten. */
const maxDirectories = 200;
const maxEntries = 4_096;
/** Units of work for an entry. An object in memory is much larger than the entry in the file. */
const entryWork = 256;

export type CleanThumbnail = (thumbnail: EditableBuffer) => Promise<unknown>;

type Entry = {
  tag: number;
  type: number;
  /** Size of the values in bytes. */
  length: number;
  /** Offset of the values in the file: of the entry itself when they fit in. */
  at: number;
};

type Layout = {
  isLittle: boolean;
  isBig: boolean;
  countBytes: 2 | 8;
  entryBytes: 12 | 20;
  offsetBytes: 4 | 8;
};

/**
 * Removes positions from a TIFF structure: from a TIFF file, or from Exif data in a file of another format. The directory with GPS data
 * is zeroed, and its entry is taken out of the directory above it, so that other entries keep their places.
 * @param cleanThumbnail cleans the thumbnail in Exif data, which is a JPEG file, with metadata of its own in photos of some cameras
 */
export async function cleanTiff(file: Editable, cleanThumbnail?: CleanThumbnail): Promise<void> {
  const layout = await layoutOf(file);
  if (!layout) return;
  const seen = new Set<number>();
  const queue = [readNumber(await file.read(layout.isBig ? 8 : 4, layout.offsetBytes), layout)];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (next === 0 || seen.has(next)) continue;
    seen.add(next);
    if (seen.size > maxDirectories) throw new MalformedFile('too many directories');
    queue.push(...(await cleanDirectory(file, next, layout, cleanThumbnail)));
  }
}

async function layoutOf(file: Editable): Promise<Layout | undefined> {
  if (file.size < 8) return undefined;
  const start = await file.read(0, 4);
  const order = start.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return undefined;
  const isLittle = order === 'II';
  const magic = isLittle ? start.readUInt16LE(2) : start.readUInt16BE(2);
  const isBig = magic === 43;
  return isBig
    ? { isLittle, isBig, countBytes: 8, entryBytes: 20, offsetBytes: 8 }
    : { isLittle, isBig, countBytes: 2, entryBytes: 12, offsetBytes: 4 };
}

/** Returns an unsigned number of 1 to 8 bytes. @throws MalformedFile above 2^53 */
function readNumber(bytes: Buffer, { isLittle }: Layout): number {
  if (bytes.length <= 6) {
    return isLittle ? bytes.readUIntLE(0, bytes.length) : bytes.readUIntBE(0, bytes.length);
  }
  const value = isLittle ? bytes.readBigUInt64LE() : bytes.readBigUInt64BE();
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new MalformedFile(`offset ${value}`);
  return Number(value);
}

type Directory = { entries: Entry[]; raw: Buffer; next: number };

async function readDirectory(file: Editable, at: number, layout: Layout): Promise<Directory> {
  const { countBytes, entryBytes, offsetBytes } = layout;
  const count = readNumber(await file.read(at, countBytes), layout);
  if (count > maxEntries) throw new MalformedFile(`${count} entries`);
  file.work.spend(count * entryWork);
  const length = countBytes + count * entryBytes;
  const raw = await file.read(at, length + offsetBytes);
  const entries: Entry[] = [];
  for (let index = 0; index < count; index++) {
    const start = countBytes + index * entryBytes;
    const type = readNumber(raw.subarray(start + 2, start + 4), layout);
    const values = readNumber(raw.subarray(start + 4, start + 4 + offsetBytes), layout);
    const bytes = values * (typeSizes[type] ?? 0);
    const valueAt = start + 4 + offsetBytes;
    entries.push({
      tag: readNumber(raw.subarray(start, start + 2), layout),
      type,
      length: bytes,
      at:
        bytes <= offsetBytes
          ? at + valueAt
          : readNumber(raw.subarray(valueAt, valueAt + offsetBytes), layout),
    });
  }
  return { entries, raw, next: readNumber(raw.subarray(length), layout) };
}

/** Cleans one directory. Returns the offsets of directories that belong to it or follow it. */
async function cleanDirectory(
  file: Editable,
  at: number,
  layout: Layout,
  cleanThumbnail: CleanThumbnail | undefined,
): Promise<number[]> {
  const { entries, raw, next } = await readDirectory(file, at, layout);
  const further = [next];
  for (const entry of entries) {
    if (entry.tag === tag.gpsIfd) await zeroDirectory(file, await numberOf(file, entry, layout), layout);
    else if (entry.tag === tag.exifIfd || entry.tag === tag.subIfds) {
      further.push(...(await offsetsIn(file, entry, layout)));
    } else await cleanValue(file, entry);
  }
  if (entries.some((entry) => entry.tag === tag.gpsIfd)) file.write(at, withoutGps(raw, entries, layout));
  const thumbnail = cleanThumbnail && (await thumbnailIn(file, entries, layout));
  if (thumbnail) await editInMemory(file, thumbnail, cleanThumbnail);
  return further;
}

/** Returns a directory without the entries for GPS data. Zeros after it keep its size. */
function withoutGps(raw: Buffer, entries: readonly Entry[], layout: Layout): Buffer {
  const { countBytes, entryBytes, offsetBytes, isLittle } = layout;
  const kept = entries.flatMap((entry, index) => {
    const start = countBytes + index * entryBytes;
    return entry.tag === tag.gpsIfd ? [] : [raw.subarray(start, start + entryBytes)];
  });
  const count = Buffer.alloc(countBytes);
  if (isLittle) count.writeUIntLE(kept.length, 0, Math.min(countBytes, 6));
  else count.writeUIntBE(kept.length, countBytes - Math.min(countBytes, 6), Math.min(countBytes, 6));
  const whole = Buffer.alloc(raw.length);
  Buffer.concat([count, ...kept, raw.subarray(raw.length - offsetBytes)]).copy(whole);
  return whole;
}

async function zeroDirectory(file: Editable, at: number, layout: Layout): Promise<void> {
  if (at === 0) return;
  const { entries, raw } = await readDirectory(file, at, layout);
  for (const { at: valueAt, length } of entries) {
    if (length > maxMetadataBytes) throw new MalformedFile(`a value of ${length} bytes`);
    file.write(valueAt, Buffer.alloc(length));
  }
  file.write(at, Buffer.alloc(raw.length));
}

async function numberOf(file: Editable, { type, at }: Entry, layout: Layout): Promise<number> {
  const size = typeSizes[type] ?? 0;
  if (size === 0) throw new MalformedFile(`type ${type}`);
  return readNumber(await file.read(at, Math.min(size, layout.offsetBytes)), layout);
}

async function offsetsIn(file: Editable, entry: Entry, layout: Layout): Promise<number[]> {
  const size = typeSizes[entry.type] ?? 0;
  if (size === 0 || entry.length > maxDirectories * size) throw new MalformedFile('too many directories');
  const bytes = await file.read(entry.at, entry.length);
  return Array.from({ length: entry.length / size }, (_, index) =>
    readNumber(bytes.subarray(index * size, (index + 1) * size), layout),
  );
}

async function cleanValue(file: Editable, { tag: name, at: offset, length }: Entry): Promise<void> {
  if (length === 0) return;
  if (name === tag.xmp) await editInMemory(file, { offset, length }, cleanXmp);
  else if (name === tag.iptc) await editInMemory(file, { offset, length }, cleanIptc);
  else if (name === tag.photoshop) {
    await editInMemory(file, { offset, length }, (bytes) => cleanPhotoshop(bytes, (exif) => cleanTiff(exif)));
  }
}

/** Returns where the thumbnail of a directory lies; undefined without one. */
async function thumbnailIn(
  file: Editable,
  entries: readonly Entry[],
  layout: Layout,
): Promise<{ offset: number; length: number } | undefined> {
  const [start, size] = [tag.thumbnailOffset, tag.thumbnailLength].map((name) =>
    entries.find((entry) => entry.tag === name),
  );
  if (!start || !size) return undefined;
  const [offset, length] = [await numberOf(file, start, layout), await numberOf(file, size, layout)];
  return offset + length <= file.size && length <= maxMetadataBytes ? { offset, length } : undefined;
}
