import { errors, ParleyError, required } from '@parley/core';
import type { AddPasskeyResponse } from '@parley/proto/useradmin/v1/second_factors';
import type { UserId } from '@parley/rules';
import { auditAs } from '../../kernel/audit.ts';
import { lockUser } from '../../kernel/db/people.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { Proven } from '../../kernel/domain/proof.ts';
import { prove, vouch } from '../../kernel/proof.ts';
import type { TxScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import { findFactors, hasFactor, replaceRecoveryCodes } from '../db/second-factors.ts';
import { hashRecoveryCode, newRecoveryCodes } from '../domain/recovery-codes.ts';
import { isPasswordKept } from '../password-tag.ts';
import type { PendingSignIn } from '../signing-in/attempts.ts';
import { handOver } from '../signing-in/hand-over.ts';
import { queueFactorNotice } from './factor-notice.ts';

/** The person who enrols a factor; `userId` is proven to be theirs. */
export type Enroller = { person: Person; userId: Proven<UserId, 'sign-in'>; pending?: PendingSignIn };

/** Returns the error for a pending sign-in that cannot continue, for example because it has expired or was completed. */
export const expiredSignIn = (): ParleyError =>
  new ParleyError('AUTHENTICATION_FAILED', 'This sign-in has expired. Please try again.');

/**
 * Locks and returns the person who enrols a factor. This is the caller, who needs a recent proof, or the person of a pending
 * sign-in that requires an enrolment.
 * @param token token of the pending sign-in; empty for a signed-in person
 * @throws AUTHENTICATION_FAILED for a pending sign-in that has ended or needs no enrolment; CONFIRMATION_REQUIRED without a
 * recent proof; BAD_REQUEST for bots
 */
export async function enrollerOf(ctx: Ctx, tx: TxScope, token: string): Promise<Enroller> {
  if (token === '') {
    const caller = await tx.caller();
    if (caller.isBot) throw errors.badRequest('Bots have no second factors.');
    // Also required of people without a factor: a stolen key or session must not lock its person out.
    const userId = await prove(tx, 'sign-in', caller.userId, { onlyInSession: true });
    return { person: required(await lockUser(tx, userId), 'account'), userId };
  }
  const found = await ctx.attempts.findPending(tx, token);
  const person = found?.mustEnrol ? await lockUser(tx, found.userId) : undefined;
  // Reads the sign-in again, because another request may have completed or ended it before the person was locked.
  const pending = person && (await ctx.attempts.findPending(tx, token));
  // If a factor was enrolled in the meantime, it must be proven instead.
  if (!pending || (await hasFactor(tx, person.userId))) throw expiredSignIn();
  if (!person.isActive) throw errors.userDeactivated();
  if (!(await isPasswordKept(tx, pending))) throw expiredSignIn();
  return { person, userId: vouch(tx, 'sign-in', 'sign-in', person.userId), pending };
}

/** Creates recovery codes if there are none. Completes the sign-in that required the factor (`pending`). */
export async function finishEnrolment(
  ctx: Ctx,
  tx: TxScope,
  { person, userId, token, pending }: Enroller & { token: string },
  factor: 'totp' | 'passkey',
): Promise<AddPasskeyResponse> {
  const { recoveryCodes: left } = await findFactors(tx, userId);
  const recoveryCodes = left > 0 ? [] : await createRecoveryCodes(tx, userId);
  await auditAs(tx, userId, { action: 'user.second_factor_added', userId, details: { factor } });
  await queueFactorNotice(ctx, tx, person, { kind: 'added', factor });
  if (!pending) return { userId, recoveryCodes, result: undefined };
  await ctx.attempts.spend(tx, token);
  const result = await handOver(ctx, tx, person, { ...pending.first, factor });
  return { userId, recoveryCodes, result };
}

export async function createRecoveryCodes(tx: TxScope, userId: Proven<UserId, 'sign-in'>): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(tx, userId, codes.map(hashRecoveryCode));
  return codes;
}
