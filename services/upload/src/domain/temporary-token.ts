import { createHmac, timingSafeEqual } from 'node:crypto';

/** The file that a temporary URL opens, and the time at which the URL expires, in milliseconds since the Unix epoch. */
export type TemporaryAccess = { attachmentId: number; expiresAt: number };

/** Returns a signed token that opens one file until it expires. */
export function signToken({ attachmentId, expiresAt }: TemporaryAccess, key: string): string {
  const body = Buffer.from(`${attachmentId}.${expiresAt}`).toString('base64url');
  return `${body}.${macOf(body, key).toString('base64url')}`;
}

/**
 * Returns the access that a token gives; undefined when the signature is wrong or the token has expired.
 * @param now milliseconds since the Unix epoch
 */
export function readToken(token: string, key: string, now: number): TemporaryAccess | undefined {
  const match = token.length <= 200 ? /^([\w-]+)\.([\w-]+)$/.exec(token) : null;
  if (!match) return undefined;
  const [given, expected] = [Buffer.from(match[2]!, 'base64url'), macOf(match[1]!, key)];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const [attachmentId, expiresAt] = Buffer.from(match[1]!, 'base64url').toString().split('.').map(Number);
  return expiresAt! > now ? { attachmentId: attachmentId!, expiresAt: expiresAt! } : undefined;
}

const macOf = (body: string, key: string): Buffer =>
  createHmac('sha256', key).update(`parley temporary file URL\0${body}`).digest();
