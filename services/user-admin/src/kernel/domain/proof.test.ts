import { ParleyError } from '@parley/core';
import { describe, expect, it } from 'vitest';
import { checkProof, type ProofFacts } from './proof.ts';

const nothing: ProofFacts = {
  isSessionConfirmed: undefined,
  hasLimitedKey: false,
  hasPasskey: false,
  hasApp: false,
  hasRecoveryCode: false,
  hasPassword: true,
};
const withApp = { hasApp: true, hasRecoveryCode: true };

/** Returns `passed`, or the code of the refusal with the ways in which the caller can confirm the session. */
function check(facts: Partial<ProofFacts>, onlyInSession = false): string {
  try {
    checkProof({ ...nothing, ...facts }, { onlyInSession });
    return 'passed';
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    return [error.code, ...((error.fields.factors as string[] | undefined) ?? [])].join(' ');
  }
}

describe('a dangerous effect', () => {
  it.each([
    ['a key', {}, 'passed'],
    ['a key of a person with a factor', withApp, 'CONFIRMATION_REQUIRED totp recovery_code'],
    ['a limited key', { hasLimitedKey: true }, 'ACCESS_DENIED'],
    ['a limited key of a person with a factor', { ...withApp, hasLimitedKey: true }, 'ACCESS_DENIED'],
    ['a confirmed session', { isSessionConfirmed: true }, 'passed'],
    ['a confirmed session of a person with a factor', { ...withApp, isSessionConfirmed: true }, 'passed'],
    ['another session', { isSessionConfirmed: false }, 'CONFIRMATION_REQUIRED password'],
    [
      'another session of a person without a password',
      { isSessionConfirmed: false, hasPassword: false },
      'CONFIRMATION_REQUIRED sign_in',
    ],
    [
      'another session of a person with a passkey and no password',
      { isSessionConfirmed: false, hasPasskey: true, hasPassword: false },
      'CONFIRMATION_REQUIRED passkey',
    ],
    // Codes alone are no factor. They exist only together with one.
    ['a key of a person with recovery codes alone', { hasRecoveryCode: true }, 'passed'],
  ] as const)('of a call with %s', (_call, facts, outcome) => {
    expect(check(facts)).toBe(outcome);
  });

  it('that needs a session is refused to every key', () => {
    expect(check({}, true)).toBe('CONFIRMATION_REQUIRED password');
    expect(check({ isSessionConfirmed: true }, true)).toBe('passed');
  });
});
