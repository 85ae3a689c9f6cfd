import { hash } from 'node:crypto';
import { errors } from '@parley/core';

/** Credentials of a request, with a hash instead of the API key. */
export type Credentials = {
  /** API address (the e-mail address that identifies an account) as the client sent it. */
  email: string;
  keySha256: Buffer;
};

/** Maximum length of the header in characters. A header with any valid address and key is shorter. */
const maxHeaderLength = 2_000;

/** See docs/api/requests.md#authentication. @throws UNAUTHORIZED when it is missing, too long or malformed */
export function readCredentials(header: string | undefined): Credentials {
  if (header === undefined) throw errors.unauthorized();
  const match = header.length <= maxHeaderLength ? /^basic +([A-Za-z0-9+/_-]+=*) *$/i.exec(header) : null;
  if (!match) throw errors.unauthorized('Invalid Authorization header: HTTP Basic authentication required');
  const decoded = Buffer.from(match[1] ?? '', 'base64').toString();
  const colon = decoded.indexOf(':');
  if (colon <= 0 || colon === decoded.length - 1 || decoded.includes('\0')) {
    throw errors.unauthorized('Invalid Authorization header: address and API key required');
  }
  return {
    email: decoded.slice(0, colon).trim(),
    keySha256: hash('sha256', decoded.slice(colon + 1).trim(), 'buffer'),
  };
}
