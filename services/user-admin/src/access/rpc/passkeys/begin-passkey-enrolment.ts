import { errors, errorText } from '@parley/core';
import type {
  BeginPasskeyEnrolmentRequest,
  BeginPasskeyEnrolmentResponse,
} from '@parley/proto/useradmin/v1/second_factors';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { findFactors, maxPasskeys } from '../../db/second-factors.ts';
import { descriptorOf, newChallenge, rpIdOf, userHandleOf } from '../../passkeys/verify-answer.ts';
import { enrollerOf } from '../../second-factors/enrolment.ts';

/**
 * Returns a challenge for enrolling a new passkey.
 * @throws AUTHENTICATION_FAILED, CONFIRMATION_REQUIRED; BAD_REQUEST for a bot, and for too many passkeys
 */
export async function beginPasskeyEnrolment(
  ctx: Ctx,
  { token }: BeginPasskeyEnrolmentRequest,
  scope: DbScope,
): Promise<BeginPasskeyEnrolmentResponse> {
  const challenge = newChallenge();
  return scope.write(async (tx) => {
    const { person } = await enrollerOf(ctx, tx, token);
    const { userId, deliveryEmail, fullName } = person;
    const { passkeys } = await findFactors(tx, userId);
    if (passkeys.length >= maxPasskeys) {
      throw errors.badRequest(errorText('At most {limit} passkeys are possible.', { limit: maxPasskeys }));
    }
    return {
      challengeToken: await ctx.attempts.storeChallenge(tx, { purpose: 'enrolment', userId, challenge }),
      challenge,
      rpId: rpIdOf(ctx),
      rpName: (await tx.settings()).name,
      userHandle: userHandleOf(userId),
      userName: deliveryEmail,
      displayName: fullName,
      excluded: passkeys.map(descriptorOf),
    };
  });
}
