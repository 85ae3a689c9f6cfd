import type { SessionToken } from '@parley/proto/useradmin/v1/joining';
import type { UserId } from '@parley/rules';
import { auditAs } from '../../kernel/audit.ts';
import type { TxScope } from '../../kernel/scope.ts';
import { insertProviderSession, type ProviderSession } from '../db/provider-sessions.ts';
import { insertSession } from '../db/sessions.ts';
import { hashToken, newToken } from '../domain/secrets.ts';

const maxTextLength = 200;

/**
 * Opens a browser session for a person. Returns its token.
 * @param how `provider`: the session at the identity provider, which may end this session; absent for a sign-in with a
 * password. `factor`: the second factor that was used, if any
 */
export async function openSession(
  tx: TxScope,
  userId: UserId,
  { provider, factor }: { provider?: ProviderSession; factor?: string } = {},
): Promise<SessionToken> {
  const lifeSeconds = (await tx.settings()).session_lifetime_hours * 3600;
  const token = newToken();
  const sessionId = await insertSession(tx, {
    userId,
    tokenSha256: hashToken(token),
    lifeSeconds,
    client: (tx.call.program ?? tx.call.clientName).slice(0, maxTextLength),
    address: (tx.call.remoteAddress ?? '').slice(0, maxTextLength),
  });
  if (provider) await insertProviderSession(tx, sessionId, provider);
  const details = {
    ...(provider && { method: provider.method }),
    ...(factor !== undefined && { factor }),
  };
  await auditAs(tx, userId, { action: 'user.signed_in', userId, details });
  return { token, lifeSeconds };
}
