/** Decides whether a caller must first prove who they are, and how they can. No I/O. */
import { type ErrorMessage, errors, ParleyError } from '@parley/core';
import type { Role } from '@parley/rules';

/**
 * A dangerous effect, for which a call must be proven (docs/decisions/second-factors.md#dangerous-steps).
 * - `api-key`: an API key is created or shown, or a bot gets an owner, who can see its key
 * - `role`: an account or an invitation gets a role
 * - `groups`: an invitation gives memberships in groups
 * - `address`: the address of an account changes
 * - `sign-in`: a way of signing in changes
 * - `export`: contents leave as a whole
 * - `erasure`: contents are erased
 * - `setting`: a setting of the organization changes
 */
export type Effect = 'api-key' | 'role' | 'groups' | 'address' | 'sign-in' | 'export' | 'erasure' | 'setting';

declare const proven: unique symbol;

/** Subject of a dangerous effect that the call may write. Only the guard (`kernel/proof.ts`) makes such values. */
export type Proven<T, E extends Effect> = T & { readonly [proven]: E };

export type ProvenRole = Proven<Role, 'role'>;

/** What is known about a caller. For a bot, the factors and the password are those of its owner. */
export type ProofFacts = {
  /** Undefined for calls with an API key; otherwise whether the session was confirmed within the last minutes. */
  isSessionConfirmed: boolean | undefined;
  hasLimitedKey: boolean;
  hasPasskey: boolean;
  hasApp: boolean;
  hasRecoveryCode: boolean;
  /** Whether the caller can sign in with a password, of this server or of the LDAP directory. */
  hasPassword: boolean;
};

/** Returns the names of the second factors with which a person can prove who they are. */
export const factorNames = ({
  hasPasskey,
  hasApp,
  hasRecoveryCode,
}: Pick<ProofFacts, 'hasPasskey' | 'hasApp' | 'hasRecoveryCode'>): string[] => [
  ...(hasPasskey ? ['passkey'] : []),
  ...(hasApp ? ['totp'] : []),
  ...(hasRecoveryCode ? ['recovery_code'] : []),
];

/**
 * Checks that a call proves enough for a dangerous effect. A session must have been confirmed recently. An API key proves
 * nothing. So it is enough only if it has no limits and its person has no second factor.
 * @param options.onlyInSession whether calls with an API key are never enough
 * @throws ACCESS_DENIED for a limited key; CONFIRMATION_REQUIRED, with the ways in which the caller can confirm the session
 */
export function checkProof(facts: ProofFacts, { onlyInSession }: { onlyInSession: boolean }): void {
  if (facts.hasLimitedKey) throw errors.keyLimited();
  const hasFactor = facts.hasPasskey || facts.hasApp;
  const isEnough = facts.isSessionConfirmed ?? (!hasFactor && !onlyInSession);
  if (isEnough) return;
  const factors = hasFactor ? factorNames(facts) : [facts.hasPassword ? 'password' : 'sign_in'];
  throw new ParleyError('CONFIRMATION_REQUIRED', refusalOf(facts, factors), { factors });
}

function refusalOf({ isSessionConfirmed }: ProofFacts, factors: readonly string[]): ErrorMessage {
  if (isSessionConfirmed === undefined) {
    return 'This step needs a confirmation, which API keys cannot give. Please use the browser.';
  }
  return factors.includes('sign_in')
    ? 'Please sign in again to confirm that it is you, and then repeat this step.'
    : 'Please confirm that it is you.';
}

/** With a stolen session, somebody could weaken the sign-in, or have old messages deleted. */
const dangerousSettings: ReadonlySet<string> = new Set([
  'require_second_factor',
  'second_factor_after_provider',
  'authentication_methods',
  'message_retention_days',
]);

export const isDangerousSetting = (name: string): boolean => dangerousSettings.has(name);
