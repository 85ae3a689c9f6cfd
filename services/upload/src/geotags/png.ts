import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { type Editable, EditableBuffer, MalformedFile, maxMetadataBytes, type Work } from './editable.ts';
import { cleanTiff } from './tiff.ts';
import { cleanXmp } from './xmp.ts';

const headerBytes = 8;
/** Maximum number of chunks. A file of 100 MiB usually has fewer than 15,000. */
const maxChunks = 500_000;

/** Keywords of texts with metadata of other formats, as programs write them in hexadecimal digits or compressed. */
const profileKeyword = /^(?:Raw profile type |XML:com\.adobe\.xmp$)/i;
const positionKeyword = /gps|latitude|longitude|location|geo/i;

/** Removes positions from the metadata of a PNG file. Each changed chunk gets its new checksum. */
export async function cleanPng(file: Editable): Promise<void> {
  let at = headerBytes;
  for (let count = 0; at + 12 <= file.size; count++) {
    if (count > maxChunks) throw new MalformedFile('too many chunks');
    const head = await file.read(at, 8);
    const length = head.readUInt32BE();
    const type = head.toString('latin1', 4, 8);
    if (length > file.size - at - 12) throw new MalformedFile(`a chunk of ${length} bytes`);
    if (['eXIf', 'iTXt', 'tEXt', 'zTXt'].includes(type)) await cleanChunk(file, { at, length, type });
    if (type === 'IEND') return;
    at += 12 + length;
  }
}

type Chunk = { at: number; length: number; type: string };

async function cleanChunk(file: Editable, { at, length, type }: Chunk): Promise<void> {
  if (length > maxMetadataBytes) throw new MalformedFile(`metadata of ${length} bytes`);
  const data = new EditableBuffer(await file.read(at + 8, length), file.work);
  if (type === 'eXIf') await cleanTiff(data);
  else cleanText(data, type);
  if (!data.isChanged) return;
  file.write(at + 8, data.bytes);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(data.bytes, crc32(Buffer.from(type, 'latin1'))));
  file.write(at + 8 + length, checksum);
}

/** Removes positions from a text chunk: from XMP within the text, and whole texts that contain other metadata. */
function cleanText(data: EditableBuffer, type: string): void {
  const { bytes } = data;
  const end = bytes.indexOf(0);
  if (end < 1 || end > 79) return;
  const keyword = bytes.toString('latin1', 0, end);
  if (positionKeyword.test(keyword)) blankText(data, type);
  if (!profileKeyword.test(keyword) || data.isChanged) return;
  const start = type === 'iTXt' ? startOfInternationalText(bytes, end) : undefined;
  if (start === undefined || bytes[end + 1] === 1) {
    if (type !== 'iTXt' || mayHavePosition(bytes.subarray(start ?? end), data.work)) blankText(data, type);
    return;
  }
  const text = new EditableBuffer(bytes.subarray(start), data.work);
  cleanXmp(text);
  if (text.isChanged) data.write(start, text.bytes);
}

/** Returns where the text of an iTXt chunk begins, after its keyword, flags, language and translated keyword. */
function startOfInternationalText(bytes: Buffer, keywordEnd: number): number | undefined {
  const language = bytes.indexOf(0, keywordEnd + 3);
  const translated = language < 0 ? -1 : bytes.indexOf(0, language + 1);
  return translated < 0 ? undefined : translated + 1;
}

/** Returns whether compressed XMP has a position, or cannot be read. */
function mayHavePosition(compressed: Buffer, work: Work): boolean {
  const text = inflated(compressed);
  if (!text) {
    // It may have become as long as permitted before this showed.
    work.spend(maxMetadataBytes);
    return true;
  }
  const packet = new EditableBuffer(text, work);
  cleanXmp(packet);
  return packet.isChanged;
}

/** Returns a decompressed text; undefined when it is too long or broken. */
function inflated(compressed: Buffer): Buffer | undefined {
  try {
    return inflateSync(compressed, { maxOutputLength: maxMetadataBytes });
  } catch {
    return undefined;
  }
}

/** Makes a chunk a comment of blanks. */
function blankText(data: EditableBuffer, type: string): void {
  const flags = { iTXt: '\0\0\0\0\0', zTXt: '\0\0' }[type] ?? '\0';
  const compressed = type === 'zTXt' ? deflateSync('').toString('latin1') : '';
  const filler = type === 'zTXt' ? '\0' : ' ';
  const text = `Comment${flags}${compressed}`.slice(0, data.size).padEnd(data.size, filler);
  data.write(0, Buffer.from(text, 'latin1'));
}
