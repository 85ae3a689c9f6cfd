import { createHmac, timingSafeEqual } from 'node:crypto';
import { type AddressHolder, holderText, readHolder } from '@parley/core';

/**
 * The file that a temporary URL opens, and the time at which the URL expires, in milliseconds since the Unix epoch. It is invalid
 * earlier when the access of its holder ends.
 */
export type TemporaryAccess = { attachmentId: number; expiresAt: number; holder: AddressHolder };

/** Returns a signed token that opens one file until it expires. */
export function signToken({ attachmentId, expiresAt, holder }: TemporaryAccess, key: string): string {
  const body = Buffer.from(`${attachmentId}.${expiresAt}.${holderText(holder)}`).toString('base64url');
  return `${body}.${macOf(body, key).toString('base64url')}`;
}

/**
 * Returns the access that a token gives; undefined when the signature is wrong or the token has expired. The caller must check the
 * holder.
 * @param now milliseconds since the Unix epoch
 */
export function readToken(token: string, key: string, now: number): TemporaryAccess | undefined {
  const match = token.length <= 200 ? /^([\w-]+)\.([\w-]+)$/.exec(token) : null;
  if (!match) return undefined;
  const [given, expected] = [Buffer.from(match[2]!, 'base64url'), macOf(match[1]!, key)];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const parts = Buffer.from(match[1]!, 'base64url').toString().split('.');
  const [attachmentId, expiresAt] = parts.map(Number);
  // Tokens of the previous release have no holder. They are valid for a minute at most.
  const holder = readHolder(parts[2] ?? holderText({ kind: 'nobody' }));
  if (!holder || expiresAt! <= now) return undefined;
  return { attachmentId: attachmentId!, expiresAt: expiresAt!, holder };
}

const macOf = (body: string, key: string): Buffer =>
  createHmac('sha256', key).update(`parley temporary file URL\0${body}`).digest();
