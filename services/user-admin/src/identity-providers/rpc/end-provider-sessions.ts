import { errors } from '@parley/core';
import type {
  EndProviderSessionsRequest,
  EndProviderSessionsResponse,
} from '@parley/proto/useradmin/v1/sign_in';
import { endSessionsOfProvider } from '../../access/sessions/end-sessions.ts';
import { auditAs } from '../../kernel/audit.ts';
import type { DbScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import type { LogoutRequest, Provider } from '../provider.ts';
import { requireProvider } from '../providers.ts';

/**
 * Ends the sessions that an identity provider asks to end, and incomplete sign-ins there. The request is a token that the
 * provider has signed, or comes from a browser that the provider has redirected. In a browser, knowing the ID of the provider's
 * session is the proof.
 * @throws NOT_FOUND for an unknown provider; AUTHENTICATION_FAILED for a token that the provider did not sign for this server;
 * UNAVAILABLE when the provider does not answer; BAD_REQUEST when the request names no session
 */
export async function endProviderSessions(
  ctx: Ctx,
  { method, request }: EndProviderSessionsRequest,
  scope: DbScope,
): Promise<EndProviderSessionsResponse> {
  const provider = requireProvider(ctx, method);
  const wanted = await wantedOf(provider, request);
  await scope.transaction(async (tx) => {
    for (const { userId, sessions, begun } of await endSessionsOfProvider(tx, method, wanted)) {
      if (userId === 0) continue;
      await auditAs(tx, undefined, {
        action: 'user.sessions_ended',
        userId,
        details: { method, count: sessions, ...(begun > 0 && { sign_ins: begun }) },
      });
    }
  });
  return {};
}

async function wantedOf(
  provider: Provider,
  request: EndProviderSessionsRequest['request'],
): Promise<LogoutRequest> {
  if (request?.$case === 'logoutToken' && provider.verifyLogoutToken) {
    return provider.verifyLogoutToken(request.logoutToken);
  }
  if (request?.$case === 'frontChannel' && provider.isIssuer) {
    const { issuer, providerSession } = request.frontChannel;
    if (provider.isIssuer(issuer) && providerSession !== '') return { providerSession };
  }
  throw errors.badRequest('The identity provider did not name a session.');
}
