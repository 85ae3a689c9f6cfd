import { errors } from '@parley/core';
import { hasVisibleText, limits, shorten } from '@parley/rules';

/** End of a content that was shortened. Clients and bots of this API know it. */
const shortenedNote = '\n[message truncated]';

/**
 * Returns the content in its stored form: without trailing whitespace and without leading empty lines, and shortened to the limit
 * (docs/api/messages.md#sending).
 * @throws BAD_REQUEST when it has no visible character, or contains characters that PostgreSQL cannot store
 */
export function parseContent(content: string): string {
  const body = content.trimEnd().replace(/^(?:[^\S\n]*\n)+/, '');
  if (body.includes('\0')) throw errors.badRequest('Message must not contain null bytes');
  if (!body.isWellFormed()) throw errors.badRequest('Message must be valid Unicode text');
  if (!hasVisibleText(body)) throw errors.badRequest('Message must not be empty');
  return shorten(body, limits.messageLength, shortenedNote);
}
