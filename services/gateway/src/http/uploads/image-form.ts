import type { IncomingMessage } from 'node:http';
import { boundedBytes, ParleyError } from '@parley/core';
import { limits } from '@parley/rules';
import { readForm } from './form.ts';

const maxBytes = limits.imageMib * 1024 * 1024;

/** Reads the image in a form. @throws ParleyError when there is none, or when it is too large */
export const readImage = async (request: IncomingMessage): Promise<Buffer> =>
  (await readImageForm(request)).content;

/** Reads the image and the other fields of a form. @throws ParleyError when there is no image, or when it is too large */
export async function readImageForm(
  request: IncomingMessage,
): Promise<{ content: Buffer; fields: ReadonlyMap<string, string> }> {
  const form = readForm(request);
  const { bytes } = await form.file;
  const tooLarge = () => new ParleyError('PAYLOAD_TOO_LARGE', 'The image is larger than 5 MiB.');
  const content = await boundedBytes(form.whole(bytes), maxBytes, tooLarge);
  return { content, fields: form.fields };
}
