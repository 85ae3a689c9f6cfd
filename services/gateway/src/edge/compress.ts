/**
 * Compression of large answers: a registration shrinks to a tenth at 3 ms of CPU a megabyte, off the event loop. Small ones
 * leave in one write and would gain little. How well an answer compresses reveals nothing to another site (BREACH): browsers
 * attach neither API keys nor session cookies (`SameSite=Lax`) to what another site makes them fetch.
 */
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Chunk } from './envelope.ts';

/** The fastest: JSON of many similar objects gains nothing from more effort, or more than 100 KiB of memory. */
const options = { level: 1, windowBits: 13, memLevel: 8, chunkSize: 64 * 1024 };

/** Whether a client takes gzip (RFC 9110, 12.5.3). */
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

/** Whether the client of a response takes gzip, and wants a body. */
export const mayCompress = ({ req }: ServerResponse): boolean =>
  req.method !== 'HEAD' && takesGzip(req.headers['accept-encoding']);

/** What a compressed response says of itself. */
export const compressedHeaders = { 'content-encoding': 'gzip', vary: 'accept-encoding' } as const;

/** Writes a body, compressed, at the pace of the client. An error on the way breaks the connection off. */
export async function writeCompressed(
  response: ServerResponse,
  chunks: Iterable<Chunk> | AsyncIterable<Chunk>,
): Promise<void> {
  await pipeline(chunks, createGzip(options), response);
}
