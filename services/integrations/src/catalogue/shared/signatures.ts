import { createHash, timingSafeEqual } from 'node:crypto';
import type { Verification } from '../../domain/integration.ts';

/** Returns the one of several signatures that equals the expected one; otherwise the first. Takes the same time for each. */
export function matching(given: readonly string[], expected: string): string {
  let found = given[0] ?? '';
  for (const signature of given.slice(0, 20)) if (isEqual(signature, expected)) found = signature;
  return found;
}

function isEqual(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}

/** A header with several signatures, `v1=<hex>` each: PagerDuty, CircleCI. */
export const versioned = (header: string): Verification => ({
  kind: 'custom',
  pair({ headers, raw }, _secret, digest) {
    const given = headers[header];
    if (given === undefined) return undefined;
    const signatures = given
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part.startsWith('v1='))
      .map((part) => part.slice(3));
    if (signatures.length === 0) return undefined;
    const expected = digest('sha256', raw, 'hex');
    return { given: matching(signatures, expected), expected };
  },
});

/** A header with the HMAC-SHA256 of a time, which another header has, and the body. */
export const timed = (
  header: string,
  timeHeader: string,
  encoding: 'hex' | 'base64',
  separator = '',
): Verification => ({
  kind: 'custom',
  pair({ headers, raw }, _secret, digest) {
    const given = headers[header];
    const time = headers[timeHeader];
    if (given === undefined || time === undefined) return undefined;
    return { given, expected: digest('sha256', `${time}${separator}${raw}`, encoding) };
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

/** The HMAC of the body in base64. */
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
