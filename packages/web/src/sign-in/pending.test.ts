import { ApiError } from '@parley/client';
import { describe, expect, it } from 'vitest';
import { pendingInFragment, pendingOf } from './pending.ts';

const token = 'a'.repeat(43);

describe('a pending sign-in', () => {
  it('is read from the refusal of a sign-in', () => {
    const body = { code: 'SECOND_FACTOR_REQUIRED', msg: '', token, factors: ['totp'] };
    expect(pendingOf(new ApiError('sign-in', 403, body))).toEqual({ token, factors: ['totp'] });
    expect(
      pendingOf(new ApiError('sign-in', 401, { code: 'AUTHENTICATION_FAILED', msg: '' })),
    ).toBeUndefined();
    // This endpoint refuses accounts with a second factor, but it returns no token to continue with.
    expect(
      pendingOf(new ApiError('fetch-api-key', 403, { code: 'SECOND_FACTOR_REQUIRED', msg: '' })),
    ).toBeUndefined();
  });

  it('is read from the fragment after a sign-in at a provider', () => {
    expect(pendingInFragment(`#second-factor/${token}/passkey,recovery_code`)).toEqual({
      token,
      factors: ['passkey', 'recovery_code'],
    });
    expect(pendingInFragment(`#second-factor/${token}/`)).toEqual({ token, factors: [] });
    expect(pendingInFragment('#inbox')).toBeUndefined();
  });
});
