import { type Editable, editInMemory, MalformedFile } from './editable.ts';
import { cleanXmp } from './xmp.ts';

const block = { extension: 0x21, image: 0x2c, end: 0x3b, application: 0xff } as const;
const xmpApplication = 'XMP DataXMP';
/** Bytes at the end of XMP data by which readers that know only blocks find the end. */
const trailerBytes = 257;

/** Removes positions from XMP in a GIF file. Other metadata of the format cannot contain any. */
export async function cleanGif(file: Editable): Promise<void> {
  const screen = await file.read(0, 13);
  let at = 13 + colorTableBytes(screen.readUInt8(10));
  for (;;) {
    const [kind] = await file.read(at, 1);
    if (kind === block.end) return;
    if (kind === block.extension) {
      const [label] = await file.read(at + 1, 1);
      const data = at + 2;
      const end = await endOfBlocks(file, data);
      if (label === block.application) await cleanApplication(file, data, end);
      at = end;
    } else if (kind === block.image) {
      const flags = (await file.read(at + 9, 1)).readUInt8();
      at = await endOfBlocks(file, at + 10 + colorTableBytes(flags) + 1);
    } else throw new MalformedFile(`block ${kind}`);
  }
}

const colorTableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** Returns the offset after a series of blocks, which an empty one ends. */
async function endOfBlocks(file: Editable, start: number): Promise<number> {
  let at = start;
  for (;;) {
    const length = (await file.read(at, 1)).readUInt8();
    at += 1 + length;
    if (length === 0) return at;
  }
}

async function cleanApplication(file: Editable, start: number, end: number): Promise<void> {
  const name = (await file.read(start, Math.min(12, end - start))).toString('latin1', 1);
  const offset = start + 12;
  const length = end - offset - trailerBytes;
  if (name === xmpApplication && length > 0) await editInMemory(file, { offset, length }, cleanXmp);
}
