import type {
  CompleteSignInRequest,
  CompleteSignInResponse,
} from '@parley/proto/useradmin/v1/second_factors';
import { requireActiveOrganization } from '../../../kernel/caller.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { isPasswordKept } from '../../password-tag.ts';
import { requirePasswords } from '../../passwords/with-password.ts';
import { expiredSignIn } from '../../second-factors/enrolment.ts';
import { withFactor, wrongFactor } from '../../second-factors/with-factor.ts';
import { recordSignIn } from '../../signing-in/first-sign-in.ts';
import { handOver } from '../../signing-in/hand-over.ts';
import { queueSignInNotice } from '../../signing-in/sign-in-notice.ts';

const passkeyAlone = { method: 'passkey', next: '', mobilePad: '', desktopKey: '' };

/**
 * Completes a pending sign-in with a second factor, or signs in with only a passkey.
 * @throws AUTHENTICATION_FAILED, RATE_LIMIT_HIT, REALM_DEACTIVATED; PASSWORD_AUTH_DISABLED for a sign-in with only a passkey
 * when people must sign in at an identity provider
 */
export async function completeSignIn(
  ctx: Ctx,
  { token, proof }: CompleteSignInRequest,
  scope: DbScope,
): Promise<CompleteSignInResponse> {
  ctx.writeGuard.check();
  await requireActiveOrganization(scope);
  const pending = token === '' ? undefined : await ctx.attempts.findPending(scope, token);
  if (token !== '' && (!pending || pending.mustEnrol)) throw expiredSignIn();
  if (token === '') await requirePasswords(scope);
  const response = await withFactor(
    ctx,
    scope,
    {
      userId: pending?.userId,
      proof,
      isDone: async (tx) => (await ctx.attempts.findPending(tx, token)) === undefined,
    },
    async (tx, person, factor) => {
      // Another request may have completed or ended the sign-in in the meantime.
      if (pending && !(await ctx.attempts.spend(tx, token))) throw expiredSignIn();
      if (pending && !(await isPasswordKept(tx, pending))) throw expiredSignIn();
      if (person.isBot) throw wrongFactor();
      await recordSignIn(tx, person);
      await queueSignInNotice(ctx, tx, person, { isAtProvider: pending?.first.provider !== undefined });
      const first = pending ? { ...pending.first, factor } : passkeyAlone;
      return { userId: person.userId, result: await handOver(ctx, tx, person, first) };
    },
  );
  ctx.outbox.kick();
  ctx.telemetry.signedIn(response.userId, pending?.first.method ?? 'passkey');
  return response;
}
