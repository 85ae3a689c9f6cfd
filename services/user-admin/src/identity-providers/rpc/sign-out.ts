import type { SignOutRequest, SignOutResponse } from '@parley/proto/useradmin/v1/joining';
import type { UserId } from '@parley/rules';
import { findProviderSession } from '../../access/db/provider-sessions.ts';
import { findSession } from '../../access/db/sessions.ts';
import { endSessionOf } from '../../access/sessions/end-sessions.ts';
import { auditAs } from '../../kernel/audit.ts';
import type { DbScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';

/**
 * Ends a browser session. Does nothing for an unknown session. Returns the URL at which the browser can also end its session at
 * the identity provider that was used to sign in; empty when there is none.
 */
export async function signOut(
  ctx: Ctx,
  { tokenSha256 }: SignOutRequest,
  scope: DbScope,
): Promise<SignOutResponse> {
  const ended = await scope.transaction(async (tx) => {
    const session = await findSession(tx, tokenSha256);
    if (!session) return undefined;
    const { userId, sessionId } = session;
    const provider = await findProviderSession(tx, sessionId);
    await endSessionOf(tx, userId, sessionId);
    await auditAs(tx, userId, { action: 'user.signed_out', userId });
    return provider && { userId, ...provider };
  });
  return { providerLocation: (ended && (await providerLocation(ctx, ended))) ?? '' };
}

/** Undefined without an answer of the provider, which does not prevent the sign-out from this server. */
async function providerLocation(
  { providers, idTokenSealer, logger }: Ctx,
  ended: { userId: UserId; method: string; idTokenSealed: Buffer | null },
): Promise<string | undefined> {
  const { userId, method, idTokenSealed } = ended;
  try {
    const idToken = idTokenSealed ? idTokenSealer.open(idTokenSealed, userId) : undefined;
    return await providers.get(method)?.logoutLocation?.(idToken);
  } catch (error) {
    logger.warn({ err: error, method }, 'the identity provider did not say where to sign out');
    return undefined;
  }
}
