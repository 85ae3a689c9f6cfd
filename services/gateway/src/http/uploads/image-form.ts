import type { IncomingMessage } from 'node:http';
import { ParleyError } from '@parley/core';
import { limits } from '@parley/rules';
import { readForm } from './form.ts';

const maxBytes = limits.imageMib * 1024 * 1024;

/** The file of a form, as long as an image may be. @throws ParleyError for a longer one, and for none */
export const readImage = async (request: IncomingMessage): Promise<Buffer> =>
  (await readImageForm(request)).content;

/** The same, and the texts beside it. */
export async function readImageForm(
  request: IncomingMessage,
): Promise<{ content: Buffer; fields: ReadonlyMap<string, string> }> {
  const form = readForm(request);
  const { bytes } = await form.file;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of form.whole(bytes)) {
    length += chunk.length;
    if (length > maxBytes) throw new ParleyError('PAYLOAD_TOO_LARGE', 'The image is larger than 5 MiB.');
    chunks.push(chunk);
  }
  return { content: Buffer.concat(chunks), fields: form.fields };
}
