import { errors } from '@parley/core';
import type {
  BeginTotpEnrolmentRequest,
  BeginTotpEnrolmentResponse,
} from '@parley/proto/useradmin/v1/second_factors';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { storeNewApp } from '../../db/second-factors.ts';
import { newTotpSecret, totpUri } from '../../domain/totp.ts';
import { enrollerOf } from '../../second-factors/enrolment.ts';

/**
 * Creates a secret for an authenticator app. The app becomes a factor when its first code is confirmed. The secret replaces an
 * earlier one that was never confirmed.
 * @throws AUTHENTICATION_FAILED, CONFIRMATION_REQUIRED; BAD_REQUEST for a bot, and when a confirmed app exists
 */
export async function beginTotpEnrolment(
  ctx: Ctx,
  { token }: BeginTotpEnrolmentRequest,
  scope: DbScope,
): Promise<BeginTotpEnrolmentResponse> {
  const secret = newTotpSecret();
  return scope.write(async (tx) => {
    const { person, userId } = await enrollerOf(ctx, tx, token);
    if (!(await storeNewApp(tx, userId, ctx.factorSealer.seal(secret, userId)))) {
      throw errors.badRequest('There is an authenticator app already. Please remove it first.');
    }
    return { secret, uri: totpUri(secret, (await tx.settings()).name, person.deliveryEmail) };
  });
}
