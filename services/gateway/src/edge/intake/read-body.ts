import type { IncomingMessage } from 'node:http';
import { chunksOf, ParleyError } from '@parley/core';

const bodyTooLarge = () => new ParleyError('PAYLOAD_TOO_LARGE', 'The request body is too large');

/** @throws the error of `tooLarge` when the body is longer than `maxBytes`. It can be answered: the connection stays open. */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
  tooLarge: () => ParleyError = bodyTooLarge,
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  return boundedBytes(chunksOf(request.iterator({ destroyOnReturn: false })), maxBytes, tooLarge);
}

/** Joins chunks. @throws the error of `tooLarge` as soon as they are longer than `maxBytes` together */
export async function boundedBytes(
  arriving: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooLarge: () => ParleyError,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of arriving) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
