import { createHash } from 'node:crypto';
import type { Verification } from '../../domain/integration.ts';

/** A header with the HMAC-SHA256 of a time, which another header has, and the body. `prefix` stands before the digest. */
export const timed = (
  header: string,
  timeHeader: string,
  encoding: 'hex' | 'base64',
  separator = '',
  prefix = '',
): Verification => ({
  kind: 'custom',
  pair({ headers, raw }, _secret, digest) {
    const given = headers[header];
    const time = headers[timeHeader];
    if (given === undefined || time === undefined) return undefined;
    return { given, expected: `${prefix}${digest('sha256', `${time}${separator}${raw}`, encoding)}` };
  },
});

/** The HMAC-SHA256 of the body as hexadecimal digits, such as GitHub sends it. */
export const hmac = (
  header: string,
  prefix = '',
  algorithm: 'sha1' | 'sha256' | 'sha512' = 'sha256',
): Verification => ({
  kind: 'hmac',
  header,
  algorithm,
  encoding: 'hex',
  ...(prefix !== '' && { prefix }),
});

export const hmacBase64 = (
  header: string,
  algorithm: 'sha1' | 'sha256' = 'sha256',
  prefix = '',
): Verification => ({
  kind: 'hmac',
  header,
  algorithm,
  encoding: 'base64',
  ...(prefix !== '' && { prefix }),
});

/** Returns the SHA-256 of a text as hexadecimal digits. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
