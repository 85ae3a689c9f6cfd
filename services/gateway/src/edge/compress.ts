/**
 * Compresses large answers: a registration shrinks to a tenth for 3 ms of CPU per megabyte, off the event loop. Small answers
 * leave in one write and gain little. Compression leaks nothing to other sites (BREACH): browsers attach neither API keys nor
 * session cookies (`SameSite=Lax`) to requests that another site makes.
 */
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Chunk } from './envelope.ts';

/** The fastest level: JSON of similar objects gains nothing from a higher level or more than 100 KiB of memory. */
const options = { level: 1, windowBits: 13, memLevel: 8, chunkSize: 64 * 1024 };

/** Says whether a client accepts gzip (RFC 9110, 12.5.3). */
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

/** Says whether a response may be compressed: its client accepts gzip and expects a body. */
export const mayCompress = ({ req }: ServerResponse): boolean =>
  req.method !== 'HEAD' && takesGzip(req.headers['accept-encoding']);

/** Headers of a compressed response. */
export const compressedHeaders = { 'content-encoding': 'gzip', vary: 'accept-encoding' } as const;

/** Writes a compressed body with backpressure. An error aborts the connection. */
export async function writeCompressed(
  response: ServerResponse,
  chunks: Iterable<Chunk> | AsyncIterable<Chunk>,
): Promise<void> {
  await pipeline(chunks, createGzip(options), response);
}
