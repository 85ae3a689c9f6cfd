import { createHash, randomBytes } from 'node:crypto';
import { base32 } from './totp.ts';

const count = 10;

/**
 * Returns new recovery codes, such as `ABCD-EFGH-IJKL-MNOP`: 80 random bits each, so that their hashes cannot be
 * guessed.
 */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: count }, () => base32(randomBytes(10)).replaceAll(/.{4}(?=.)/g, '$&-'));

/** Returns the hash by which a recovery code is stored. Spaces, hyphens and case do not matter. */
export const hashRecoveryCode = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^A-Z2-7]/g, ''))
    .digest();
