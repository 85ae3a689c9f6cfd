import { errors } from '@parley/core';
import { codePoints, limits } from '@parley/rules';

/**
 * The content as it is stored: without trailing blanks and leading empty lines.
 * @throws BAD_REQUEST when nothing is left, it is too long, or holds what cannot be stored.
 */
export function parseContent(content: string): string {
  const body = content.trimEnd().replace(/^(?:[^\S\n]*\n)+/, '');
  if (body === '') throw errors.badRequest('Message must not be empty');
  if (body.includes('\0')) throw errors.badRequest('Message must not contain null bytes');
  if (!body.isWellFormed()) throw errors.badRequest('Message must be valid Unicode text');
  // UTF-16 units are at least as many as code points: most messages need no count.
  if (body.length > limits.messageLength && codePoints(body) > limits.messageLength) {
    throw errors.badRequest(`Message is too long (maximum ${limits.messageLength} characters)`);
  }
  return body;
}
