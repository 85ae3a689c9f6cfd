import { ParleyError } from '@parley/core';
import type { Person } from '../../kernel/domain/person.ts';
import type { TxScope } from '../../kernel/scope.ts';
import { findFactors } from '../db/second-factors.ts';
import { isSessionConfirmed } from '../db/sessions.ts';
import { factorNames } from './continue-sign-in.ts';

/** How long a proof counts for dangerous steps of its session, in seconds. */
const recentSeconds = 10 * 60;

/**
 * Checks, before a dangerous step, that the caller has proven a factor in the same session a short time ago. Does
 * nothing for people without a second factor, unless `isAlwaysRequired`. An API key proves nothing, so its calls are
 * refused.
 * @throws CONFIRMATION_REQUIRED naming the factors with which the session can be confirmed
 */
export async function requireRecentProof(
  tx: TxScope,
  { userId }: Person,
  isAlwaysRequired = false,
): Promise<void> {
  const factors = await findFactors(tx, userId);
  const hasFactor = factors.app?.isConfirmed || factors.passkeys.length > 0;
  if (!hasFactor && !isAlwaysRequired) return;
  const { sessionId } = tx.call.principal!;
  if (sessionId !== undefined && (await isSessionConfirmed(tx, sessionId, recentSeconds))) return;
  throw new ParleyError(
    'CONFIRMATION_REQUIRED',
    sessionId === undefined
      ? 'This step needs a confirmation, which API keys cannot give. Please use the browser.'
      : 'Please confirm that it is you.',
    { factors: hasFactor ? factorNames(factors) : ['password'] },
  );
}
