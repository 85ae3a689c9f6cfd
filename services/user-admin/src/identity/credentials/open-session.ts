import type { SessionToken } from '@parley/proto/useradmin/v1/joining';
import { auditAs } from '../../kernel/audit.ts';
import type { TxScope } from '../../kernel/scope.ts';
import { insertProviderSession, type ProviderSession } from '../db/provider-sessions.ts';
import { insertSession } from '../db/sessions.ts';
import { hashToken, newToken } from '../domain/secrets.ts';

const maxTextLength = 200;

/**
 * Signs a person's browser in and returns the token of its session.
 * @param how the provider that vouched for the person and may end the session, absent for a password; and the second
 * factor
 */
export async function openSession(
  tx: TxScope,
  userId: number,
  { provider, factor }: { provider?: ProviderSession; factor?: string } = {},
): Promise<SessionToken> {
  const lifeSeconds = (await tx.settings()).session_lifetime_hours * 3600;
  const token = newToken();
  const sessionId = await insertSession(tx, {
    userId,
    tokenSha256: hashToken(token),
    lifeSeconds,
    client: tx.call.clientName.slice(0, maxTextLength),
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
