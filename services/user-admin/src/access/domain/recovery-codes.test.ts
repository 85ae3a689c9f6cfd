import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';

it('recovery codes are ten different ones of 120 random bits', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  // Each of the 24 characters of Base32 stands for five bits.
  for (const code of codes) expect(code).toMatch(/^(?:[A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
});

it('a recovery code of any length has one hash, however it is written', () => {
  for (const code of [newRecoveryCodes()[0]!, 'ABCD-EFGH-IJKL-MNOP']) {
    const hash = createHash('sha256').update(code.replaceAll('-', '')).digest();
    for (const written of [code, code.toLowerCase(), ` ${code.replaceAll('-', ' ')} `]) {
      expect(hashRecoveryCode(written)).toEqual(hash);
    }
  }
});
