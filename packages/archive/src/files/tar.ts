/** Reads tar archives at random places (ustar, pax, GNU). */
import { type FileHandle, open } from 'node:fs/promises';
import { required } from '@parley/core';
import { type SourceFiles, SourceProblem } from '../records.ts';
import { EntryIndex } from './entry-index.ts';
import type { SourceLimits } from './limits.ts';
import { readAt, readRange } from './read-at.ts';

const block = 512;
/** Maximum size of a header with a long name or further properties. */
const maxHeader = 1024 * 1024;

const textOf = (header: Buffer, start: number, length: number): string => {
  const field = header.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.subarray(0, end < 0 ? length : end).toString('utf8');
};

/** Returns a number: octal digits, or a binary number for large files. */
function numberOf(header: Buffer, start: number, length: number): number {
  const first = header.readUInt8(start);
  if (first & 0x80) {
    let value = first & 0x7f;
    for (let at = start + 1; at < start + length; at++) value = value * 256 + header.readUInt8(at);
    return value;
  }
  const digits = textOf(header, start, length).trim();
  return digits === '' ? 0 : /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN;
}

function hasValidSum(header: Buffer): boolean {
  let sum = 0;
  for (let at = 0; at < block; at++) sum += at >= 148 && at < 156 ? 32 : header.readUInt8(at);
  return sum === numberOf(header, 148, 8);
}

/** Returns the properties of a pax header. */
function paxOf(bytes: Buffer): Map<string, string> {
  const found = new Map<string, string>();
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(32, at);
    const length = blank < 0 ? Number.NaN : Number(bytes.subarray(at, blank).toString('latin1'));
    if (!Number.isInteger(length) || length <= blank - at || at + length > bytes.length) break;
    const line = bytes.subarray(blank + 1, at + length - 1).toString('utf8');
    const equals = line.indexOf('=');
    if (equals > 0) found.set(line.slice(0, equals), line.slice(equals + 1));
    at += length;
  }
  return found;
}

/** Opens a tar archive that is not compressed. `name` is for messages. @throws SourceProblem when it is damaged */
export async function openTar(
  path: string,
  name: string,
  limits: SourceLimits,
  temporaryFolder: string | undefined,
): Promise<SourceFiles & AsyncDisposable> {
  const file = await open(path, 'r');
  try {
    const index = new EntryIndex(limits, 1, temporaryFolder);
    await readHeaders(file, (await file.stat()).size, name, index);
    return {
      name,
      ...(await index.view()),
      async *open(entry) {
        const { size, place } = index.find(entry);
        yield* readRange(file, place(0), required(size, 'size of an entry'), entry);
      },
      [Symbol.asyncDispose]: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readHeaders(file: FileHandle, end: number, name: string, index: EntryIndex): Promise<void> {
  let longName: string | undefined;
  let pax = new Map<string, string>();
  for (let at = 0; at + block <= end; ) {
    const header = await readAt(file, at, block, name);
    if (header.every((byte) => byte === 0)) return;
    if (!hasValidSum(header)) {
      if (at === 0) throw new SourceProblem('broken-archive', name, 'The file is no tar archive.');
      return index.refuse('broken-archive', name, 'The archive is damaged; what follows is left out.');
    }
    const type = String.fromCharCode(header.readUInt8(156));
    const size = Number(pax.get('size') ?? numberOf(header, 124, 12));
    const start = at + block;
    if (!Number.isSafeInteger(size) || size < 0) {
      return index.refuse('broken-archive', name, 'The archive is damaged; what follows is left out.');
    }
    if (start + size > end) {
      return index.refuse('broken-archive', name, 'The archive is incomplete; its last file is left out.');
    }
    at = start + Math.ceil(size / block) * block;
    if (type === 'x' || type === 'L' || type === 'K' || type === 'g') {
      if (size > maxHeader)
        return index.refuse('broken-archive', name, 'The archive is damaged; what follows is left out.');
      const bytes = await readAt(file, start, size, name);
      if (type === 'x') pax = paxOf(bytes);
      else if (type === 'L') longName = textOf(bytes, 0, bytes.length);
      continue;
    }
    const prefix = textOf(header, 257, 5) === 'ustar' ? textOf(header, 345, 155) : '';
    const short = textOf(header, 0, 100);
    const path = pax.get('path') ?? longName ?? (prefix === '' ? short : `${prefix}/${short}`);
    [longName, pax] = [undefined, new Map()];
    if (type === '0' || type === '\0' || type === '7') index.add(path, size, start);
    else if (type !== '5') index.refuse('link-left-out', path, 'Links and special files are not followed.');
  }
}
