import { type Editable, editInMemory, MalformedFile } from './editable.ts';
import { cleanTiff } from './tiff.ts';
import { cleanXmp } from './xmp.ts';

const maxChunks = 100_000;
const exifStart = 'Exif\0\0';

/** Removes positions from the metadata of a WebP file, which consists of RIFF chunks. */
export async function cleanWebp(file: Editable): Promise<void> {
  let at = 12;
  for (let count = 0; at + 8 <= file.size; count++) {
    if (count > maxChunks) throw new MalformedFile('too many chunks');
    const head = await file.read(at, 8);
    const type = head.toString('latin1', 0, 4);
    const length = head.readUInt32LE(4);
    if (type === 'XMP ') await editInMemory(file, { offset: at + 8, length }, cleanXmp);
    if (type === 'EXIF') {
      const start = (await file.read(at + 8, Math.min(length, exifStart.length))).toString('latin1');
      const skipped = start === exifStart ? exifStart.length : 0;
      const exif = { offset: at + 8 + skipped, length: length - skipped };
      await editInMemory(file, exif, (bytes) => cleanTiff(bytes));
    }
    at += 8 + length + (length % 2);
  }
}
