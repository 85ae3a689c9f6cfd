import type { SignInRequest, SignInResponse } from '@parley/proto/useradmin/v1/joining';
import type { Scope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { openSession } from '../../credentials/open-session.ts';
import { withPassword } from '../../credentials/with-password.ts';

/**
 * Opens a browser session for an account and its password.
 * @throws AUTHENTICATION_FAILED, RATE_LIMIT_HIT, USER_DEACTIVATED
 */
export async function signIn(ctx: Ctx, request: SignInRequest, scope: Scope): Promise<SignInResponse> {
  ctx.writeGuard.check();
  const response = await withPassword(ctx, scope, request, async (tx, person) => ({
    userId: person.userId,
    session: await openSession(tx, person.userId),
  }));
  ctx.telemetry.signedIn(response.userId);
  return response;
}
