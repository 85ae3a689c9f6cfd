import type { SessionToken } from '@parley/proto/useradmin/v1/joining';
import { auditAs } from '../../kernel/audit.ts';
import type { TxScope } from '../../kernel/scope.ts';
import { insertSession } from '../db/sessions.ts';
import { hashToken, newToken } from '../domain/secrets.ts';

/** Lifetime of a session in seconds: two weeks. */
const lifeSeconds = 14 * 24 * 3600;
const maxTextLength = 200;

/** Signs a person's browser in and returns the token of its session. */
export async function openSession(tx: TxScope, userId: number): Promise<SessionToken> {
  const token = newToken();
  await insertSession(tx, {
    userId,
    tokenSha256: hashToken(token),
    lifeSeconds,
    client: tx.call.clientName.slice(0, maxTextLength),
    address: (tx.call.remoteAddress ?? '').slice(0, maxTextLength),
  });
  await auditAs(tx, userId, { action: 'user.signed_in', userId });
  return { token, lifeSeconds };
}
