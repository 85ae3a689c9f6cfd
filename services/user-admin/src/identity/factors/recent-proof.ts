import { ParleyError } from '@parley/core';
import { requirePrincipal } from '@parley/rpc';
import type { Person } from '../../kernel/domain/person.ts';
import type { TxScope } from '../../kernel/scope.ts';
import { findFactors } from '../db/second-factors.ts';
import { isSessionConfirmed } from '../db/sessions.ts';
import { factorNames } from './continue-sign-in.ts';

/** Time for which a proof of a factor permits sensitive actions in the same session, in seconds. */
const recentSeconds = 10 * 60;

/**
 * Checks, before a sensitive action, that the caller has recently proven a factor in the same session. Does nothing for a
 * person without a second factor, unless `isAlwaysRequired`. If a proof is needed, refuses calls with an API key, because they
 * have no session.
 * @throws CONFIRMATION_REQUIRED, with the factors with which the person can confirm the session
 */
export async function requireRecentProof(
  tx: TxScope,
  { userId }: Person,
  isAlwaysRequired = false,
): Promise<void> {
  const factors = await findFactors(tx, userId);
  const hasFactor = factors.app?.isConfirmed || factors.passkeys.length > 0;
  if (!hasFactor && !isAlwaysRequired) return;
  const { sessionId } = requirePrincipal(tx.call);
  if (sessionId !== undefined && (await isSessionConfirmed(tx, sessionId, recentSeconds))) return;
  throw new ParleyError(
    'CONFIRMATION_REQUIRED',
    sessionId === undefined
      ? 'This step needs a confirmation, which API keys cannot give. Please use the browser.'
      : 'Please confirm that it is you.',
    { factors: hasFactor ? factorNames(factors) : ['password'] },
  );
}
