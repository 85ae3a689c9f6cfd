import type {
  BeginPasskeyCheckRequest,
  BeginPasskeyCheckResponse,
} from '@parley/proto/useradmin/v1/second_factors';
import { requireActiveOrganization } from '../../../kernel/caller.ts';
import type { Scope, TxScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { requirePasswords } from '../../credentials/with-password.ts';
import { findFactors } from '../../db/second-factors.ts';
import { expiredSignIn } from '../../factors/enrolment.ts';
import { descriptorOf, newChallenge, rpIdOf } from '../../factors/passkeys.ts';

/**
 * Returns a challenge for a passkey: of a pending sign-in, of the signed-in caller, or of a person who signs in with
 * only a passkey. It works once.
 * @throws AUTHENTICATION_FAILED, PASSWORD_AUTH_DISABLED for a sign-in with only a passkey where only providers sign
 * people in
 */
export async function beginPasskeyCheck(
  ctx: Ctx,
  { token }: BeginPasskeyCheckRequest,
  scope: Scope,
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

/** Returns the account whose passkeys may answer; 0 for any. */
async function subjectOf(ctx: Ctx, tx: TxScope, token: string): Promise<number> {
  if (token !== '') {
    const pending = await ctx.attempts.findPending(tx, token);
    if (!pending) throw expiredSignIn();
    return pending.userId;
  }
  return tx.call.principal ? (await tx.caller()).userId : 0;
}
