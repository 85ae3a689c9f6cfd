import { type Editable, MalformedFile } from './editable.ts';

/** A box of an ISO base media file (ISO/IEC 14496-12), such as HEIC, AVIF, MP4, MOV, or of a JPEG XL file, which has the same form. */
export type Box = {
  type: string;
  /** Where its header begins. */
  at: number;
  /** Where its content begins, after the header. */
  start: number;
  end: number;
};

const maxBoxes = 20_000;

/** Returns the boxes in a range of the file. A broken end, such as the zeros that some programs write, ends the list. */
export async function boxesIn(file: Editable, start: number, end: number): Promise<Box[]> {
  const boxes: Box[] = [];
  let at = start;
  while (at + 8 <= end) {
    if (boxes.length >= maxBoxes) throw new MalformedFile('too many boxes');
    const head = await file.read(at, Math.min(16, end - at));
    const size32 = head.readUInt32BE();
    if (size32 === 1 && head.length < 16) throw new MalformedFile('a box without its size');
    const isLong = size32 === 1;
    const size = isLong ? Number(head.readBigUInt64BE(8)) : size32 === 0 ? end - at : size32;
    const headBytes = isLong ? 16 : 8;
    if (size < headBytes || at + size > end) return boxes;
    boxes.push({ type: head.toString('latin1', 4, 8), at, start: at + headBytes, end: at + size });
    at += size;
  }
  return boxes;
}

/** Zeroes the content of a box, and makes it one that readers skip. */
export function freeBox(file: Editable, { at, start, end }: Box): void {
  file.write(at + 4, Buffer.from('free', 'latin1'));
  file.write(start, Buffer.alloc(end - start));
}
