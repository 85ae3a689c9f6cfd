import { createHash, randomBytes } from 'node:crypto';
import { base32 } from './totp.ts';

const count = 10;

/** 120 bits cannot be guessed from their hash, so it needs neither salt nor much time. Codes of earlier releases have 80. */
const codeBytes = 15;

/** Returns new recovery codes, such as `ABCD-EFGH-IJKL-MNOP-QRST-UVWX`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: count }, () => base32(randomBytes(codeBytes)).replaceAll(/.{4}(?=.)/g, '$&-'));

/** Returns the hash of a recovery code, which is stored. Ignores spaces, hyphens and case. */
export const hashRecoveryCode = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^A-Z2-7]/g, ''))
    .digest();
