/** Reads zip archives at random places, also those above 4 GiB (zip64). Knows the methods stored and deflate. */
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { errorMessage, required } from '@parley/core';
import { type SourceFiles, SourceProblem } from '../records.ts';
import { EntryIndex } from './entry-index.ts';
import type { SourceLimits } from './limits.ts';
import { readAt, readRange } from './read-at.ts';

/** The numbers that tell where a file lies, and how it is packed. */
const columns = { offset: 0, packed: 1, method: 2, crc: 3 } as const;

const signatures = {
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
  central: 0x02014b50,
  local: 0x04034b50,
};
const broken = (where: string, message: string) => new SourceProblem('broken-archive', where, message);

/** Returns position, size and number of entries of the central directory. */
async function findDirectory(file: FileHandle, size: number, name: string) {
  const tailSize = Math.min(size, 65_557);
  const tail = await readAt(file, size - tailSize, tailSize, name);
  let at = tail.length - 22;
  while (at >= 0 && tail.readUInt32LE(at) !== signatures.end) at--;
  if (at < 0) throw broken(name, 'The zip archive has no directory: it is damaged or incomplete.');
  const end = size - tailSize + at;
  const plain = {
    entries: tail.readUInt16LE(at + 10),
    size: tail.readUInt32LE(at + 12),
    offset: tail.readUInt32LE(at + 16),
  };
  const isLarge = plain.entries === 0xffff || plain.size === 0xffffffff || plain.offset === 0xffffffff;
  if (!isLarge || end < 20) return plain;
  const locator = await readAt(file, end - 20, 20, name);
  if (locator.readUInt32LE(0) !== signatures.locator64) return plain;
  const record = await readAt(file, Number(locator.readBigUInt64LE(8)), 56, name);
  if (record.readUInt32LE(0) !== signatures.end64) throw broken(name, 'The zip archive is damaged.');
  return {
    entries: Number(record.readBigUInt64LE(32)),
    size: Number(record.readBigUInt64LE(40)),
    offset: Number(record.readBigUInt64LE(48)),
  };
}

/** Decodes a name: UTF-8 if it is valid, as most programs write it whatever their flags say; otherwise Latin-1. */
function nameOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

/** Replaces sizes that do not fit into 32 bits by those of the extra field. */
function withLarge(extra: Buffer, sizes: { size: number; packed: number; offset: number }) {
  for (let at = 0; at + 4 <= extra.length; ) {
    const [tag, length] = [extra.readUInt16LE(at), extra.readUInt16LE(at + 2)];
    if (tag === 1) {
      let from = at + 4;
      const end = Math.min(from + length, extra.length);
      for (const name of ['size', 'packed', 'offset'] as const) {
        if (sizes[name] !== 0xffffffff || from + 8 > end) continue;
        sizes[name] = Number(extra.readBigUInt64LE(from));
        from += 8;
      }
    }
    at += 4 + length;
  }
  return sizes;
}

/** Opens a zip archive. @throws SourceProblem when it is damaged */
export async function openZip(
  path: string,
  limits: SourceLimits,
  temporaryFolder: string | undefined,
): Promise<SourceFiles & AsyncDisposable> {
  const file = await open(path, 'r');
  const name = basename(path);
  try {
    const index = new EntryIndex(limits, Object.keys(columns).length, temporaryFolder);
    const { size } = await file.stat();
    await readDirectory(file, size, name, index, limits);
    return {
      name,
      ...(await index.view()),
      open: (entry) => contents(file, entry, index),
      [Symbol.asyncDispose]: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error instanceof SourceProblem
      ? error
      : broken(name, `The zip archive is damaged: ${errorMessage(error)}`);
  }
}

async function readDirectory(
  file: FileHandle,
  size: number,
  name: string,
  index: EntryIndex,
  limits: SourceLimits,
): Promise<void> {
  const directory = await findDirectory(file, size, name);
  if (directory.offset + directory.size > size)
    throw broken(name, 'The zip archive is damaged or incomplete.');
  let rest: Buffer = Buffer.alloc(0);
  let seen = 0;
  for await (const chunk of readRange(file, directory.offset, directory.size, name)) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    while (at + 46 <= rest.length) {
      if (rest.readUInt32LE(at) !== signatures.central)
        throw broken(name, 'The directory of the zip archive is damaged.');
      const lengths = [28, 30, 32].map((from) => rest.readUInt16LE(at + from)) as [number, number, number];
      const next = at + 46 + lengths[0] + lengths[1] + lengths[2];
      if (next > rest.length) break;
      const nameEnd = at + 46 + lengths[0];
      const path = nameOf(rest.subarray(at + 46, nameEnd));
      const sizes = withLarge(rest.subarray(nameEnd, nameEnd + lengths[1]), {
        packed: rest.readUInt32LE(at + 20),
        size: rest.readUInt32LE(at + 24),
        offset: rest.readUInt32LE(at + 42),
      });
      addEntry(index, path, sizes, {
        flags: rest.readUInt16LE(at + 8),
        method: rest.readUInt16LE(at + 10),
        crc: rest.readUInt32LE(at + 16),
        mode: rest.readUInt32LE(at + 38) >>> 16,
        limits,
      });
      seen++;
      at = next;
    }
    rest = rest.subarray(at);
  }
  if (seen < directory.entries || rest.length > 0)
    throw broken(name, 'The directory of the zip archive is incomplete.');
}

function addEntry(
  index: EntryIndex,
  path: string,
  { size, packed, offset }: { size: number; packed: number; offset: number },
  {
    flags,
    method,
    crc,
    mode,
    limits,
  }: { flags: number; method: number; crc: number; mode: number; limits: SourceLimits },
): void {
  const isBomb = size > limits.freeBytes && size > packed * limits.maxRatio;
  if ((mode & 0o170000) === 0o120000) index.refuse('link-left-out', path, 'Links are not followed.');
  else if (flags & 1) index.refuse('encrypted-file', path, 'Encrypted files cannot be read.');
  else if (method !== 0 && method !== 8) {
    index.refuse('unknown-compression', path, 'The file is packed in an unknown way.');
  } else if (isBomb) {
    const example = 'The file would be unpacked to many times its size; it is left out.';
    index.refuse('zip-bomb', path, example);
  } else index.add(path, size, offset, packed, method, crc);
}

/** Returns unpacked bytes. A failure of the packed ones ends them, too, which `pipe` would not do. */
function inflated(packed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const unpacked = createInflateRaw();
  pipeline(Readable.from(packed, { objectMode: false }), unpacked, () => undefined);
  return unpacked;
}

async function* contents(file: FileHandle, path: string, index: EntryIndex): AsyncGenerator<Uint8Array> {
  const { size: declared, place } = index.find(path);
  const size = required(declared, 'size of an entry');
  const offset = place(columns.offset);
  const local = await readAt(file, offset, 30, path);
  if (local.readUInt32LE(0) !== signatures.local) throw broken(path, 'The file is damaged in the archive.');
  const start = offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
  const packed = readRange(file, start, place(columns.packed), path);
  const chunks: AsyncIterable<Uint8Array> = place(columns.method) === 0 ? packed : inflated(packed);
  let [length, crc] = [0, 0];
  try {
    for await (const chunk of chunks) {
      length += chunk.length;
      // The directory is what was checked against the limits.
      if (length > size) throw broken(path, 'The file is larger than the archive says.');
      crc = crc32(chunk, crc);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof SourceProblem) throw error;
    throw broken(path, `The file is damaged in the archive: ${errorMessage(error)}`);
  }
  if (length !== size || crc !== place(columns.crc))
    throw broken(path, 'The file is damaged in the archive: its checksum is wrong.');
}
