import { createHash, randomBytes } from 'node:crypto';
import { base32 } from './totp.ts';

const count = 10;

/**
 * Returns new recovery codes, such as `ABCD-EFGH-IJKL-MNOP`. Each has 80 random bits, so that it cannot be found from its hash
 * by guessing.
 */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: count }, () => base32(randomBytes(10)).replaceAll(/.{4}(?=.)/g, '$&-'));

/** Returns the hash of a recovery code, which is stored. Ignores spaces, hyphens and case. */
export const hashRecoveryCode = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^A-Z2-7]/g, ''))
    .digest();
