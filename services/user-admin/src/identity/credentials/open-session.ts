import type { Tx } from '@parley/db';
import type { SessionToken } from '@parley/proto/useradmin/v1/joining';
import type { Call } from '@parley/rpc';
import { audit } from '../../kernel/audit.ts';
import { insertSession } from '../db/sessions.ts';
import { hashToken, newToken } from '../domain/sealing.ts';

/** Two weeks. */
const lifeSeconds = 14 * 24 * 3600;
const maxTextLength = 200;

/** A browser is signed in from here on. */
export async function openSession(tx: Tx, call: Call, userId: number): Promise<SessionToken> {
  const token = newToken();
  await insertSession(tx, {
    userId,
    tokenSha256: hashToken(token),
    lifeSeconds,
    client: call.clientName.slice(0, maxTextLength),
    address: (call.remoteAddress ?? '').slice(0, maxTextLength),
  });
  await audit(tx, { ...call, principal: { userId } }, { action: 'user.signed_in', userId });
  return { token, lifeSeconds };
}
