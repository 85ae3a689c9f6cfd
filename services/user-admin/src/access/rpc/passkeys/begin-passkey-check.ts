import type {
  BeginPasskeyCheckRequest,
  BeginPasskeyCheckResponse,
} from '@parley/proto/useradmin/v1/second_factors';
import { personOf } from '@parley/rpc';
import { requireActiveOrganization } from '../../../kernel/caller.ts';
import type { DbScope, TxScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { findFactors } from '../../db/second-factors.ts';
import { descriptorOf, newChallenge, rpIdOf } from '../../passkeys/verify-answer.ts';
import { requirePasswords } from '../../passwords/with-password.ts';
import { expiredSignIn } from '../../second-factors/enrolment.ts';

/**
 * Returns a challenge for a passkey. The challenge can be used once. It is for the person of a pending sign-in, for the caller,
 * or for anyone who signs in with only a passkey.
 * @throws AUTHENTICATION_FAILED for an unknown pending sign-in; PASSWORD_AUTH_DISABLED for a sign-in with only a passkey when
 * people must sign in at an identity provider
 */
export async function beginPasskeyCheck(
  ctx: Ctx,
  { token }: BeginPasskeyCheckRequest,
  scope: DbScope,
): Promise<BeginPasskeyCheckResponse> {
  await requireActiveOrganization(scope);
  const challenge = newChallenge();
  return scope.transaction(async (tx) => {
    const userId = await subjectOf(ctx, tx, token);
    if (userId === 0) await requirePasswords(scope);
    const { passkeys } = userId === 0 ? { passkeys: [] } : await findFactors(tx, userId);
    return {
      challengeToken: await ctx.attempts.storeChallenge(tx, { purpose: 'check', userId, challenge }),
      challenge,
      rpId: rpIdOf(ctx),
      allowed: passkeys.map(descriptorOf),
      requiresVerification: userId === 0,
    };
  });
}

/** Returns the ID of the account whose passkeys can answer the challenge; 0 for any account. */
async function subjectOf(ctx: Ctx, tx: TxScope, token: string): Promise<number> {
  if (token !== '') {
    const pending = await ctx.attempts.findPending(tx, token);
    if (!pending) throw expiredSignIn();
    return pending.userId;
  }
  return personOf(tx.call) ? (await tx.caller()).userId : 0;
}
