/**
 * Compresses bodies that share large texts, such as registrations (docs/decisions/shared-registration.md). Each block of a
 * shared text is compressed only once. The result is one ordinary gzip member (RFC 1952). Deflate data that ends with a full
 * flush ends at a byte boundary, and later data does not refer to it. So such pieces can be concatenated in any order.
 */

import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';
import { itemAt } from '@parley/core';
import type { Chunk } from './chunk.ts';

const blockBytes = 64 * 1024;
/** Texts of at least this length are divided into blocks. For shorter texts, the cache contains the parts that bodies used. */
const leastDivided = 2 * blockBytes;
/** Maximum number of cached parts of a text that is not divided. Further parts are compressed with the text around them. */
const maxParts = 4;
/** In bytes. Starting a compression would cost more than it saves. */
const leastCompressed = 1_024;
/** In bytes. Shorter texts are compressed at once, for a third of a millisecond at most: a thread would take longer to wake up. */
const leastInThread = 32 * 1024;
/** In bytes. Shorter texts are compressed with the text around them. */
export const leastShared = 16 * 1024;
/** The compression level is that of other bodies (`compress.ts`). */
const options = { level: 1, windowBits: 13, memLevel: 8, finishFlush: constants.Z_FULL_FLUSH };

/** Header of a gzip member: magic number, deflate, no flags, no time, fastest level, unknown operating system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 0xff]);
/** An empty deflate block that is marked as the last one. */
const lastBlock = Buffer.from([3, 0]);

/** Deflate data, with the length and the CRC-32 of the uncompressed text. */
type Piece = { data: Buffer; length: number; crc: number };

type SharedText = { readonly bytes: Uint8Array; readonly parts: Map<string, Promise<Piece>> };

/** Shared texts by the memory buffer that contains them. A part of a text has the same buffer, so the text is found by it. */
const sharedTexts = new WeakMap<ArrayBufferLike, SharedText>();

/** `gzipOf` then compresses each part only once. The text must not change. Short texts are ignored. */
export function shareCompression(text: Uint8Array): void {
  if (text.length < leastShared || sharedTexts.get(text.buffer)?.bytes === text) return;
  sharedTexts.set(text.buffer, { bytes: text, parts: new Map() });
}

/** Returns whether a chunk is part of a shared text and has at least `leastShared` bytes. */
export const isShared = (chunk: Chunk): boolean => typeof chunk !== 'string' && textOf(chunk) !== undefined;

function textOf(chunk: Uint8Array): SharedText | undefined {
  const text = sharedTexts.get(chunk.buffer);
  if (!text || chunk.length < leastShared) return undefined;
  const start = chunk.byteOffset - text.bytes.byteOffset;
  return start >= 0 && start + chunk.length <= text.bytes.length ? text : undefined;
}

/** Writes a compressed body with backpressure. An error aborts the connection. */
export async function writeSharedCompressed(
  response: ServerResponse,
  chunks: readonly Chunk[],
): Promise<void> {
  await pipeline(gzipOf(chunks), response);
}

/** Compresses a body to one gzip member. Collects small pieces into larger buffers, because each buffer costs a system call. */
export async function* gzipOf(chunks: readonly Chunk[]): AsyncGenerator<Buffer> {
  let [crc, length] = [0, 0];
  let waiting: Buffer[] = [header];
  let waitingBytes = 0;
  for (const piece of piecesOf(chunks)) {
    const { data, ...plain } = await piece;
    crc = combinedCrc(crc, plain.crc, plain.length);
    length += plain.length;
    waiting.push(data);
    waitingBytes += data.length;
    if (waitingBytes < blockBytes) continue;
    yield Buffer.concat(waiting);
    [waiting, waitingBytes] = [[], 0];
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  yield Buffer.concat([...waiting, lastBlock, trailer]);
}

/** Returns the compressed pieces of a body in order: those of shared texts, and those of the text between them. */
function* piecesOf(chunks: readonly Chunk[]): Generator<Promise<Piece> | Piece> {
  let between: Uint8Array[] = [];
  const rest = function* () {
    const text = Buffer.concat(between);
    if (text.length > 0) yield text.length < leastCompressed ? stored(text) : compress(text);
    between = [];
  };
  for (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    const text = typeof chunk === 'string' ? undefined : textOf(chunk);
    if (!text) {
      between.push(bytes);
      continue;
    }
    const start = bytes.byteOffset - text.bytes.byteOffset;
    let at = 0;
    for (const [from, to] of sharedParts(text, start, start + bytes.length)) {
      between.push(bytes.subarray(at, from - start));
      yield* rest();
      yield partOf(text, from, to);
      at = to - start;
    }
    between.push(bytes.subarray(at));
  }
  yield* rest();
}

/** Returns the parts of a shared text between two places whose compressed data is cached or may be cached. */
function* sharedParts(
  { bytes: { length }, parts }: SharedText,
  start: number,
  end: number,
): Generator<[from: number, to: number]> {
  if (length < leastDivided) {
    if (parts.size < maxParts || parts.has(nameOf(start, end))) yield [start, end];
    return;
  }
  for (let from = Math.ceil(start / blockBytes) * blockBytes; from < end; from += blockBytes) {
    // The last block of a text may be shorter than the others.
    const to = Math.min(from + blockBytes, length);
    if (to <= end) yield [from, to];
  }
}

const nameOf = (from: number, to: number) => `${from}-${to}`;

function partOf({ bytes, parts }: SharedText, from: number, to: number): Promise<Piece> {
  const name = nameOf(from, to);
  const known = parts.get(name);
  if (known) return known;
  const compressed = compress(bytes.subarray(from, to));
  parts.set(name, compressed);
  compressed.catch(() => parts.delete(name));
  return compressed;
}

/** Returns a short text as a block without compression (RFC 1951, 3.2.4). */
function stored(text: Uint8Array): Piece {
  const header = Buffer.alloc(5);
  header.writeUInt16LE(text.length, 1);
  header.writeUInt16LE(text.length ^ 0xffff, 3);
  return { data: Buffer.concat([header, text]), length: text.length, crc: crc32(text) };
}

const deflate = promisify(deflateRaw) as (text: Uint8Array, how: typeof options) => Promise<Buffer>;

async function compress(text: Uint8Array): Promise<Piece> {
  const data = text.length < leastInThread ? deflateRawSync(text, options) : await deflate(text, options);
  return { data, length: text.length, crc: crc32(text) };
}

/** The polynomial of CRC-32 in reversed bit order: the highest bit is the coefficient of x⁰. */
const polynomial = 0xedb88320;

/** Multiplies two polynomials modulo the polynomial of CRC-32. */
function multiply(one: number, other: number): number {
  let product = 0;
  let shifted = other;
  for (let bit = 0x80000000; bit !== 0; bit >>>= 1) {
    if (one & bit) product ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ polynomial : shifted >>> 1;
  }
  return product >>> 0;
}

/** Element n is x to the power of 2ⁿ, modulo the polynomial. */
const powers: number[] = [0x40000000];
for (let n = 1; n < 64; n++) powers.push(multiply(itemAt(powers, n - 1), itemAt(powers, n - 1)));

/** Returns the CRC-32 of two concatenated texts, from their own CRC-32 values (as `crc32_combine` of zlib). */
function combinedCrc(first: number, second: number, secondLength: number): number {
  let shifted = first;
  // Appending n bytes multiplies the polynomial of the text before them by x to the power of 8n.
  for (let [left, n] = [secondLength, 3]; left > 0; left = Math.floor(left / 2), n++) {
    if (left % 2 === 1) shifted = multiply(itemAt(powers, n), shifted);
  }
  return (shifted ^ second) >>> 0;
}
