import { errors } from '@parley/core';
import type { ConfirmTotpRequest, ConfirmTotpResponse } from '@parley/proto/useradmin/v1/second_factors';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { confirmApp, findFactors } from '../../db/second-factors.ts';
import { acceptedStep } from '../../domain/totp.ts';
import { enrollerOf, finishEnrolment } from '../../second-factors/enrolment.ts';

/**
 * Confirms a new authenticator app with its first code. Completes the pending sign-in that required a factor, if there is one.
 * @throws AUTHENTICATION_FAILED, CONFIRMATION_REQUIRED; BAD_REQUEST for a bot, for a wrong code, and without a new app
 */
export async function confirmTotp(
  ctx: Ctx,
  { token, code }: ConfirmTotpRequest,
  scope: DbScope,
): Promise<ConfirmTotpResponse> {
  const response = await scope.write(async (tx) => {
    const enroller = await enrollerOf(ctx, tx, token);
    const { userId } = enroller;
    const { app } = await findFactors(tx, userId);
    if (!app || app.isConfirmed) throw errors.badRequest('There is no authenticator app to confirm.');
    // Attempts are not limited, because the caller has already seen the secret and need not guess.
    const secret = ctx.factorSealer.open(app.secretSealed, userId);
    const step = acceptedStep(secret, code, { now: Date.now(), lastStep: app.lastStep });
    if (step === undefined) {
      throw errors.badRequest('This code is not right. Please check the clock of your phone.');
    }
    await confirmApp(tx, userId, step);
    return finishEnrolment(ctx, tx, { ...enroller, token }, 'totp');
  });
  ctx.outbox.kick();
  return response;
}
