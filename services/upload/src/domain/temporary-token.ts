import { createHmac, timingSafeEqual } from 'node:crypto';
import type { UserId } from '@parley/rules';

/** Lifetime of temporary URLs, in milliseconds. */
export const temporaryUrlMs = 60_000;

/** The person who got a temporary URL, and the number of the last end of their access at that time (`lastAccessEndOf`). */
export type TokenHolder = { userId: UserId; accessEnd: number };

/** `expiresAt` in milliseconds since the Unix epoch. Valid while its holder may read the file. */
export type TemporaryAccess = { attachmentId: number; expiresAt: number; holder: TokenHolder };

/** What a token gives. Tokens that a replica of the previous release made have no holder. */
export type ReadAccess = Omit<TemporaryAccess, 'holder'> & { holder: TokenHolder | undefined };

export function signToken({ attachmentId, expiresAt, holder }: TemporaryAccess, key: string): string {
  // Replicas of the previous release read only the first two numbers.
  const numbers = [attachmentId, expiresAt, holder.userId, holder.accessEnd];
  const body = Buffer.from(numbers.join('.')).toString('base64url');
  return `${body}.${macOf(body, key).toString('base64url')}`;
}

/** Undefined for a wrong signature or expiry. The caller checks the holder. @param now milliseconds since 1970 */
export function readToken(token: string, key: string, now: number): ReadAccess | undefined {
  const match = token.length <= 200 ? /^([\w-]+)\.([\w-]+)$/.exec(token) : null;
  if (!match) return undefined;
  const [, body = '', mac = ''] = match;
  const [given, expected] = [Buffer.from(mac, 'base64url'), macOf(body, key)];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const numbers = Buffer.from(body, 'base64url').toString().split('.').map(Number);
  const [attachmentId, expiresAt, userId, accessEnd = 0] = numbers;
  if (attachmentId === undefined || expiresAt === undefined || !(expiresAt > now)) return undefined;
  return { attachmentId, expiresAt, holder: userId === undefined ? undefined : { userId, accessEnd } };
}

const macOf = (body: string, key: string): Buffer =>
  createHmac('sha256', key).update(`parley temporary file URL\0${body}`).digest();
