import { type Box, boxesIn } from './boxes.ts';
import { type Editable, EditableBuffer, MalformedFile, maxMetadataBytes } from './editable.ts';
import { cleanTiff } from './tiff.ts';
import { cleanXmp } from './xmp.ts';

const maxItems = 10_000;
/** Units of work for an extent. An object in memory is much larger than what describes it in the file. */
const extentWork = 1_024;
const xmpType = 'application/rdf+xml';

type Extent = { offset: number; length: number };

/** Removes positions from the items with Exif data and XMP of a HEIC or AVIF file. @param meta the box that describes the items */
export async function cleanItems(file: Editable, meta: Box): Promise<void> {
  const boxes = await boxesIn(file, meta.start + 4, meta.end);
  const [iinf, iloc, idat] = ['iinf', 'iloc', 'idat'].map((type) => boxes.find((box) => box.type === type));
  if (!iinf || !iloc) return;
  const kinds = await kindsOf(file, iinf);
  for (const [id, extents] of await placesOf(file, iloc, idat)) {
    const kind = kinds.get(id);
    if (kind) await cleanItem(file, extents, kind);
  }
}

type Kind = 'exif' | 'xmp';

/** Returns the kinds of the items with metadata, by their IDs. */
async function kindsOf(file: Editable, iinf: Box): Promise<Map<number, Kind>> {
  const version = (await file.read(iinf.start, 1)).readUInt8();
  const entries = await boxesIn(file, iinf.start + (version === 0 ? 6 : 8), iinf.end);
  const kinds = new Map<number, Kind>();
  for (const { type, start, end } of entries) {
    if (type !== 'infe') continue;
    const bytes = await file.read(start, Math.min(end - start, 512));
    const entryVersion = bytes[0];
    if (entryVersion !== 2 && entryVersion !== 3) continue;
    const idBytes = entryVersion === 2 ? 2 : 4;
    const rest = 4 + idBytes + 2;
    if (bytes.length < rest + 4) continue;
    const id = bytes.readUIntBE(4, idBytes);
    const itemType = bytes.toString('latin1', rest, rest + 4);
    if (itemType === 'Exif') kinds.set(id, 'exif');
    else if (itemType === 'mime' && bytes.includes(xmpType, rest + 4, 'latin1')) kinds.set(id, 'xmp');
  }
  return kinds;
}

/** Returns where the bytes of items lie in the file, by the items' IDs. */
async function placesOf(
  file: Editable,
  { start, end }: Box,
  idat: Box | undefined,
): Promise<Map<number, Extent[]>> {
  if (end - start > maxMetadataBytes) throw new MalformedFile('too many items');
  const bytes = await file.read(start, end - start);
  const version = bytes.readUInt8();
  let at = 4;
  const read = (size: number): number => {
    if (size > 6 && bytes.readUInt16BE(at) !== 0) throw new MalformedFile('an offset beyond all files');
    const skipped = Math.max(0, size - 6);
    if (at + size > bytes.length) throw new MalformedFile('items without their places');
    const value = size === 0 ? 0 : bytes.readUIntBE(at + skipped, size - skipped);
    at += size;
    return value;
  };
  const sizes = read(2);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexSize = version > 0 ? sizes & 15 : 0;
  if ([offsetSize, lengthSize, baseSize, indexSize].some((size) => ![0, 4, 8].includes(size))) {
    throw new MalformedFile('a size of numbers that does not exist');
  }
  const count = read(version < 2 ? 2 : 4);
  if (count > maxItems) throw new MalformedFile('too many items');
  const places = new Map<number, Extent[]>();
  for (let item = 0; item < count; item++) {
    const id = read(version < 2 ? 2 : 4);
    // How offsets count: from the beginning of the file, or within the box `idat`.
    const method = version > 0 ? read(2) & 15 : 0;
    read(2);
    const base = read(baseSize) + (method === 1 ? (idat?.start ?? 0) : 0);
    const extentCount = read(2);
    // Extents of offset and length zero take no bytes in the file.
    file.work.spend(extentCount * extentWork);
    const extents = Array.from({ length: extentCount }, () => {
      read(indexSize);
      return { offset: base + read(offsetSize), length: read(lengthSize) };
    });
    if (method < 2) places.set(id, extents);
    await file.work.pause();
  }
  return places;
}

async function cleanItem(file: Editable, extents: readonly Extent[], kind: Kind): Promise<void> {
  const total = extents.reduce((sum, { length }) => sum + length, 0);
  if (total > maxMetadataBytes || total < 4) return;
  const parts = await Promise.all(extents.map(({ offset, length }) => file.read(offset, length)));
  const whole = Buffer.concat(parts);
  // Exif data follows a number that says how many bytes lie before it.
  const skipped = kind === 'exif' ? 4 + whole.readUInt32BE() : 0;
  if (skipped > total) throw new MalformedFile('Exif data beyond the end');
  const data = new EditableBuffer(whole.subarray(skipped), file.work);
  if (kind === 'exif') await cleanTiff(data);
  else cleanXmp(data);
  if (!data.isChanged) return;
  const cleaned = Buffer.concat([whole.subarray(0, skipped), data.bytes]);
  let at = 0;
  for (const { offset, length } of extents) {
    file.write(offset, cleaned.subarray(at, at + length));
    at += length;
  }
}
