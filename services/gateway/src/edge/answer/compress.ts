/**
 * Compresses large answers. An answer to a registration shrinks to a tenth of its size, for 3 ms of CPU time per megabyte in a
 * thread outside of the event loop. Small answers are not compressed: they fit into one write, and compression would save
 * little. Compression cannot reveal secrets to other sites by the BREACH attack, because browsers attach neither API keys nor
 * session cookies (`SameSite=Lax`) to requests of other sites.
 */
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Chunk } from './chunk.ts';

/** A higher level or more memory makes JSON arrays of similar objects hardly smaller. */
const options = { level: 1, windowBits: 13, memLevel: 8, chunkSize: 64 * 1024 };

/** Returns whether a client accepts gzip (RFC 9110, 12.5.3). */
export function takesGzip(acceptEncoding: string | string[] | undefined): boolean {
  if (acceptEncoding === undefined) return false;
  let others = false;
  for (const each of String(acceptEncoding).split(',')) {
    const [coding, ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    const isWanted = !parameters.some((parameter) => /^q *= *0(\.0*)?$/.test(parameter));
    if (coding === 'gzip' || coding === 'x-gzip') return isWanted;
    if (coding === '*') others = isWanted;
  }
  return others;
}

/** Returns whether a response may be compressed: the client accepts gzip, and the response has a body. */
export const mayCompress = ({ req }: ServerResponse): boolean =>
  req.method !== 'HEAD' && takesGzip(req.headers['accept-encoding']);

export const compressedHeaders = { 'content-encoding': 'gzip', vary: 'accept-encoding' } as const;

/** Writes a compressed body with backpressure. An error aborts the connection. */
export async function writeCompressed(
  response: ServerResponse,
  chunks: Iterable<Chunk> | AsyncIterable<Chunk>,
): Promise<void> {
  await pipeline(inPieces(chunks), createGzip(options), response);
}

/** Each write to zlib is a task of the thread pool, so few large ones are cheaper, in bytes. */
const pieceBytes = 64 * 1024;
/** Minimum size in bytes of a chunk that is passed on alone. Joining would copy it. */
const leastSeparateBytes = 256 * 1024;

/** Joins chunks until they have `pieceBytes` together. Passes on chunks of at least `leastSeparateBytes` without a copy. */
export async function* inPieces(chunks: Iterable<Chunk> | AsyncIterable<Chunk>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    const isLarge = bytes.length >= leastSeparateBytes;
    if (!isLarge) {
      waiting.push(bytes);
      waitingBytes += bytes.length;
      if (waitingBytes < pieceBytes) continue;
    }
    if (waitingBytes > 0) yield Buffer.concat(waiting);
    [waiting, waitingBytes] = [[], 0];
    if (isLarge) yield bytes;
  }
  if (waitingBytes > 0) yield Buffer.concat(waiting);
}
