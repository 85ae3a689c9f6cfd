import { describe, expect, it } from 'vitest';
import { acceptedStep, base32, isRepeated, newTotpSecret, totpCode, totpStep, totpUri } from './totp.ts';

/** Test key of RFC 6238, appendix B. */
const secret = base32(Buffer.from('12345678901234567890'));

describe('codes of authenticator apps', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('at %i seconds are those of RFC 6238', (seconds, code) => {
    expect(totpCode(secret, totpStep(seconds * 1000))).toBe(code);
  });

  it('are accepted one step early and late, and not beyond', () => {
    const now = 1_700_000_000_000;
    const step = totpStep(now);
    const accepted = (each: number) => acceptedStep(secret, totpCode(secret, each), { now, lastStep: 0 });
    expect([step - 2, step - 1, step, step + 1, step + 2].map(accepted)).toEqual([
      undefined,
      step - 1,
      step,
      step + 1,
      undefined,
    ]);
    expect(
      acceptedStep(secret, ` ${totpCode(secret, step).replace(/^.../, '$& ')}`, { now, lastStep: 0 }),
    ).toBe(step);
  });

  it('are accepted once, and none of an earlier step afterwards', () => {
    const now = 1_700_000_000_000;
    const step = totpStep(now);
    for (const each of [step - 1, step]) {
      expect(acceptedStep(secret, totpCode(secret, each), { now, lastStep: step })).toBeUndefined();
      expect(isRepeated(secret, totpCode(secret, each), { now, lastStep: step })).toBe(true);
    }
    // Neither a code that is too old nor a later one is a repetition.
    for (const each of [step - 2, step + 1]) {
      expect(isRepeated(secret, totpCode(secret, each), { now, lastStep: step })).toBe(false);
    }
    expect(acceptedStep(secret, totpCode(secret, step + 1), { now, lastStep: step })).toBe(step + 1);
  });

  it('belong to a secret of 160 bits, which apps read from an otpauth URI', () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(totpUri('ABC', 'Demo: Ltd', 'a@b.example')).toBe(
      'otpauth://totp/Demo%3A%20Ltd:a%40b.example?secret=ABC&issuer=Demo%3A%20Ltd',
    );
  });
});
