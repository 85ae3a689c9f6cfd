import type { FileHandle } from 'node:fs/promises';
import { SourceProblem } from '../records.ts';

/** Reads exactly `length` bytes at a position. @throws SourceProblem when the file ends before */
export async function readAt(
  file: FileHandle,
  position: number,
  length: number,
  where: string,
): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0)
      throw new SourceProblem('broken-archive', where, 'The archive ends in the middle of a file.');
    filled += bytesRead;
  }
  return buffer;
}

/** Yields a range of a file. @throws SourceProblem when the file ends before */
export async function* readRange(
  file: FileHandle,
  start: number,
  length: number,
  where: string,
): AsyncGenerator<Buffer> {
  for (let done = 0; done < length; ) {
    const size = Math.min(256 * 1024, length - done);
    yield await readAt(file, start + done, size, where);
    done += size;
  }
}
