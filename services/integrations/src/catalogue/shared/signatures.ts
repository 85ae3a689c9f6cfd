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
  algorithm: 'md5' | 'sha1' | 'sha256' | 'sha512' = 'sha256',
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

/**
 * HTTP signatures as a draft of the IETF defined them (`Signature: headers="date digest",signature="…"`), with HMAC-SHA256. The
 * signed headers must include the digest of the body.
 */
export const httpSignature: Verification = {
  kind: 'custom',
  pair({ headers, raw }, _secret, digest) {
    const given = new Map(
      Array.from(
        (headers.signature ?? '').slice(0, 4_000).matchAll(/(\w+)="([^"]*)"/g),
        ([, name, value]) => [name, value ?? ''],
      ),
    );
    const signed = (given.get('headers') ?? '').toLowerCase().split(' ');
    if (given.get('algorithm') !== 'hmac-sha256' || !signed.includes('digest')) return undefined;
    const text = signed.map((name) => `${name}: ${headers[name] ?? ''}`).join('\n');
    return {
      given: `${given.get('signature')} ${headers.digest ?? ''}`,
      expected: `${digest('sha256', text, 'base64')} SHA-256=${createHash('sha256').update(raw).digest('base64')}`,
    };
  },
};
