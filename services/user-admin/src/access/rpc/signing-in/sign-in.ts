import type { SignInRequest, SignInResponse } from '@parley/proto/useradmin/v1/joining';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { withPassword } from '../../passwords/with-password.ts';
import { continueSignIn } from '../../signing-in/continue-sign-in.ts';
import { queueSignInNotice } from '../../signing-in/sign-in-notice.ts';

const byPassword = { method: 'password', next: '', mobilePad: '', desktopKey: '' };

/**
 * Opens a browser session for an account and its password.
 * @throws the errors of `withPassword`; SECOND_FACTOR_REQUIRED, with the token of the pending sign-in, when a second factor is
 * missing
 */
export async function signIn(ctx: Ctx, request: SignInRequest, scope: DbScope): Promise<SignInResponse> {
  ctx.writeGuard.check();
  const { userId, continued } = await withPassword(ctx, scope, request, async (tx, person) => {
    const continued = await continueSignIn(ctx, tx, person, byPassword);
    if (!continued.refusal) await queueSignInNotice(ctx, tx, person);
    return { userId: person.userId, continued };
  });
  if (continued.refusal) throw continued.refusal;
  ctx.outbox.kick();
  ctx.telemetry.signedIn(userId);
  const { result } = continued.result;
  return { userId, session: result?.$case === 'browser' ? result.browser.session : undefined };
}
