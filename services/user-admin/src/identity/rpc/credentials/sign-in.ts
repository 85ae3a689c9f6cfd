import type { SignInRequest, SignInResponse } from '@parley/proto/useradmin/v1/joining';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { openSession } from '../../credentials/open-session.ts';
import { withPassword } from '../../credentials/with-password.ts';

/** A browser signs in with a password. */
export async function signIn(ctx: Ctx, request: SignInRequest, call: Call): Promise<SignInResponse> {
  ctx.writeGuard.check();
  const response = await withPassword(ctx, request, call, async (tx, person) => ({
    userId: person.userId,
    session: await openSession(tx, call, person.userId),
  }));
  ctx.telemetry.signedIn(response.userId);
  return response;
}
