import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SecretKeys } from '@parley/core';

/**
 * Returns the setup secret of a deployment: 43 characters, which need both the database's salt and the server's key.
 * Every replica and every restart derives the same one (docs/decisions/first-run.md).
 */
export const setupSecret = (salt: Buffer, key: string): string => macOf(salt, key).toString('base64url');

/** Returns whether a text is the setup secret, derived from either key. The comparison takes constant time. */
export function isSetupSecret(given: string, salt: Buffer, { current, alsoAccepted }: SecretKeys): boolean {
  const bytes = Buffer.from(given.trim(), 'base64url');
  const keys = alsoAccepted === undefined ? [current] : [current, alsoAccepted];
  return keys.some((key) => {
    const expected = macOf(salt, key);
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
}

const macOf = (salt: Buffer, key: string): Buffer =>
  createHmac('sha256', key).update('parley setup\0').update(salt).digest();
