import { errors, errorText } from '@parley/core';
import { codePoints, limits } from '@parley/rules';

/**
 * Returns the content in its stored form: without trailing whitespace and without leading empty lines.
 * @throws BAD_REQUEST when it is empty, too long, or contains characters that PostgreSQL cannot store
 */
export function parseContent(content: string): string {
  const body = content.trimEnd().replace(/^(?:[^\S\n]*\n)+/, '');
  if (body === '') throw errors.badRequest('Message must not be empty');
  if (body.includes('\0')) throw errors.badRequest('Message must not contain null bytes');
  if (!body.isWellFormed()) throw errors.badRequest('Message must be valid Unicode text');
  // Counting code points is slow. The number of UTF-16 units is an upper bound, so most messages need no count.
  if (body.length > limits.messageLength && codePoints(body) > limits.messageLength) {
    throw errors.badRequest(
      errorText('Message is too long (maximum {limit} characters)', { limit: limits.messageLength }),
    );
  }
  return body;
}
