import { ParleyError } from '@parley/core';
import type { SignInResult } from '@parley/proto/useradmin/v1/second_factors';
import type { Person } from '../../kernel/domain/person.ts';
import { factorNames } from '../../kernel/domain/proof.ts';
import type { TxScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import { type Factors, findFactors, hasFactor } from '../db/second-factors.ts';
import { missingFactor } from '../domain/factor-policy.ts';
import { passwordTagOf } from '../password-tag.ts';
import { type FirstStep, pendingSeconds } from './attempts.ts';
import { handOver } from './hand-over.ts';

export type Continued = { result: SignInResult; refusal?: never } | { refusal: ParleyError };

const namesOf = ({ app, passkeys, recoveryCodes }: Factors): string[] =>
  factorNames({
    hasPasskey: passkeys.length > 0,
    hasApp: app?.isConfirmed ?? false,
    hasRecoveryCode: recoveryCodes > 0,
  });

/**
 * Completes a sign-in after its first step. If a second factor is missing, stores the sign-in until the person has proven or
 * enrolled one. The caller must commit the transaction in both cases, and throw the refusal afterwards.
 */
export async function continueSignIn(
  ctx: Ctx,
  tx: TxScope,
  person: Person,
  first: FirstStep,
): Promise<Continued> {
  const missing = await missingFactorOf(tx, person, first.provider !== undefined);
  if (missing === 'nothing') return { result: await handOver(ctx, tx, person, first) };
  const mustEnrol = missing === 'enrolment';
  const token = await ctx.attempts.storePending(tx, {
    userId: person.userId,
    mustEnrol,
    first,
    passwordTag: await passwordTagOf(tx, person.userId),
  });
  const factors = mustEnrol ? [] : namesOf(await findFactors(tx, person.userId));
  const message = mustEnrol
    ? 'Your organization requires a second factor. Please set one up in the browser.'
    : 'Please confirm the sign-in with your second factor, in the browser.';
  const fields = { token, factors, life_seconds: pendingSeconds };
  return { refusal: new ParleyError('SECOND_FACTOR_REQUIRED', message, fields) };
}

/** @param isProvider whether an identity provider has authenticated the person */
export async function missingFactorOf(tx: TxScope, { userId, role }: Person, isProvider: boolean) {
  const facts = { role, hasFactor: await hasFactor(tx, userId), isProvider };
  return missingFactor(await tx.settings(), facts);
}
