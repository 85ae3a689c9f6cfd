import type { IncomingMessage } from 'node:http';
import { boundedBytes, chunksOf, ParleyError } from '@parley/core';

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
