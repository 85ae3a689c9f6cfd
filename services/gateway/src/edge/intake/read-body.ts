import type { IncomingMessage } from 'node:http';
import { chunksOf, ParleyError } from '@parley/core';

/** @throws ParleyError when the body is longer than `maxBytes`. The request can be answered then: its connection stays open. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => new ParleyError('PAYLOAD_TOO_LARGE', 'The request body is too large');
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunksOf(request.iterator({ destroyOnReturn: false }))) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
