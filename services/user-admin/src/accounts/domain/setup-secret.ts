import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SecretKeys } from '@parley/core';

/**
 * Returns the secret with which the organization can be created (43 characters). It is derived from the database's salt and the
 * server's key. So all replicas and all restarts have the same secret (docs/decisions/first-run.md).
 */
export const setupSecret = (salt: Buffer, key: string): string => macOf(salt, key).toString('base64url');

/** Returns whether a text is the setup secret, derived from the current or the additional key. Compares in constant time. */
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
