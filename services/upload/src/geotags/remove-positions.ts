import { type Editable, MalformedFile, partOf } from './editable.ts';
import { cleanGif } from './gif.ts';
import { cleanJpeg, cleanJpegFile } from './jpeg.ts';
import { cleanMatroska } from './matroska.ts';
import { cleanBoxes } from './movie.ts';
import { cleanPng } from './png.ts';
import { cleanTiff } from './tiff.ts';
import { cleanWebp } from './webp.ts';

type Clean = (file: Editable) => Promise<unknown>;

/** Returns what cleans a file, by the first bytes; undefined for formats without positions. Name and declared type do not matter. */
function cleanerFor(start: string): Clean | undefined {
  if (start.startsWith('\xff\xd8\xff')) return (file) => cleanJpegFile(file, cleanBoxes);
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return cleanPng;
  if (/^RIFF.{4}WEBP/s.test(start)) return cleanWebp;
  if (/^GIF8[79]a/.test(start)) return cleanGif;
  // Raw images of most cameras are TIFF files, too, those of Panasonic and Olympus with another number at the start.
  if (/^(?:II[*+U]\0|MM\0[*+]|IIR[OS]|MMOR)/.test(start)) {
    return (file) => cleanTiff(file, (thumbnail) => cleanJpeg(thumbnail, 1).catch(ignoreMalformed));
  }
  if (start.startsWith('\x1a\x45\xdf\xa3')) return cleanMatroska;
  if (start.startsWith('FUJIFILMCCD-RAW ')) return cleanFujifilm;
  return /^.{4}(?:ftyp|styp|moov|mdat|wide|skip|free|pnot|uuid|JXL )/s.test(start) ? cleanBoxes : undefined;
}

/** Cleans a raw image of Fujifilm, whose metadata is that of the JPEG image in it. */
async function cleanFujifilm(file: Editable): Promise<void> {
  const place = await file.read(84, 8);
  await cleanJpeg(partOf(file, place.readUInt32BE(0), place.readUInt32BE(4)));
}

/**
 * Removes positions from the metadata of a photo or video: GPS data, and names of places. Nothing else changes, neither the pixels nor
 * the size of the file.
 * @returns why the file could not be read to its end; undefined when it could. A broken file keeps what follows the broken place
 */
export async function removePositions(file: Editable): Promise<string | undefined> {
  const start = (await file.read(0, Math.min(16, file.size))).toString('latin1');
  try {
    await cleanerFor(start)?.(file);
    return undefined;
  } catch (error) {
    if (error instanceof MalformedFile || error instanceof RangeError) return error.message;
    throw error;
  }
}

function ignoreMalformed(error: unknown): void {
  if (!(error instanceof MalformedFile)) throw error;
}
