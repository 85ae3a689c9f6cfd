import { errors } from '@parley/core';
import type { AddPasskeyRequest, AddPasskeyResponse } from '@parley/proto/useradmin/v1/second_factors';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { insertPasskey } from '../../db/second-factors.ts';
import { checkFactorName } from '../../domain/factor-name.ts';
import { newCredentialOf } from '../../passkeys/verify-answer.ts';
import { enrollerOf, expiredSignIn, finishEnrolment } from '../../second-factors/enrolment.ts';

const refused = () => errors.badRequest('The passkey was not accepted. Please try again.');

/**
 * Stores a new passkey. Completes the pending sign-in that required a factor, if there is one.
 * @throws AUTHENTICATION_FAILED when the challenge or the pending sign-in has ended, or belongs to another purpose or person;
 * CONFIRMATION_REQUIRED when a signed-in caller has not confirmed the session recently; UNAUTHORIZED when there is no pending
 * sign-in and the caller has no account; USER_DEACTIVATED when the account is deactivated; BAD_REQUEST when the name is invalid,
 * the passkey is not accepted, or the caller is a bot
 */
export async function addPasskey(
  ctx: Ctx,
  { token, name, answer }: AddPasskeyRequest,
  scope: DbScope,
): Promise<AddPasskeyResponse> {
  const checkedName = checkFactorName(name);
  // Takes the challenge in any case, so that it cannot be used again after a refusal.
  const challenge = await ctx.attempts.takeChallenge(scope, answer?.challengeToken ?? '');
  if (!answer || challenge?.purpose !== 'enrolment') throw expiredSignIn();
  const credential = await newCredentialOf(ctx, answer, challenge.challenge);
  if (!credential) throw refused();
  const response = await scope.write(async (tx) => {
    const enroller = await enrollerOf(ctx, tx, token);
    const { userId } = enroller;
    if (challenge.userId !== userId) throw expiredSignIn();
    if ((await insertPasskey(tx, { ...credential, userId, name: checkedName })) === undefined)
      throw refused();
    return finishEnrolment(ctx, tx, { ...enroller, token }, 'passkey');
  });
  ctx.outbox.kick();
  return response;
}
