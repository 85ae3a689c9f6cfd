import { emitAll } from '@parley/db';
import { personOf } from '@parley/rpc';
import type { UserId } from '@parley/rules';
import { auditAs } from '../kernel/audit.ts';
import { lockUser } from '../kernel/db/people.ts';
import { vouch } from '../kernel/proof.ts';
import type { TxScope } from '../kernel/scope.ts';
import { accessEnded, apiKeyRevoked } from '../people/events/people.ts';
import type { Ctx } from './context.ts';
import { startAccessGeneration, storeApiKey } from './db/credentials.ts';
import { deleteMailTokens } from './db/mail-tokens.ts';
import { deleteNamedKeys } from './db/named-keys.ts';
import { deleteSessionsOf } from './db/sessions.ts';
import { deleteAttemptsOf } from './db/sign-in-attempts.ts';
import { hashApiKey, newApiKey } from './domain/secrets.ts';

export type EndReason = 'requested' | 'password_reset' | 'reactivated' | 'factors_reset' | 'bot_of_person';

/** Numbers of ended browser sessions, and of deleted named API keys that had not expired. */
export type EndedAccess = { sessions: number; namedKeys: number };

/**
 * Ends all access of an account: replaces its API key without returning the new one, and deletes its named keys, browser sessions,
 * incomplete sign-ins and links in mails. Everything that gives access to an account ends here: a lost device, a password reset by
 * mail, a deactivation with its reactivation, and the request of a person differ only in their reason
 * (docs/decisions/api-keys.md#ending-all-access).
 * @param how `keptSessionId`: browser session that stays. `actorId`: person for the audit log; default the principal of the call
 */
export async function endAccess(
  { sealer }: Pick<Ctx, 'sealer'>,
  tx: TxScope,
  userId: UserId,
  { reason, keptSessionId, actorId }: { reason: EndReason; keptSessionId?: number; actorId?: UserId },
): Promise<EndedAccess> {
  // The last step of a sign-in also locks the person. If that step comes first, its session is ended here. If it comes later, it
  // finds that the sign-in has ended.
  await lockUser(tx, userId);
  await deleteAttemptsOf(tx, userId);
  const namedKeys = (await deleteNamedKeys(tx, userId)).filter(({ isValid }) => isValid).length;
  const apiKey = newApiKey();
  await storeApiKey(tx, vouch(tx, 'unseen', 'api-key', userId), {
    apiKeySha256: hashApiKey(apiKey),
    apiKeySealed: sealer.seal(apiKey, userId),
  });
  const sessions = await endOpened(tx, userId, keptSessionId);
  await auditAs(tx, actorId ?? personOf(tx.call)?.userId, {
    action: 'user.access_ended',
    userId,
    details: { reason, sessions, namedKeys, ...(keptSessionId !== undefined && { keptSessionId }) },
  });
  return { sessions, namedKeys };
}

/**
 * Ends the access of an account that is deactivated in the same transaction. Its API keys and incomplete sign-ins stay while it is
 * deactivated: each use of them is refused with `USER_DEACTIVATED`, and refused sign-ins are recorded in the audit log. They end
 * when the account is reactivated (`endAccess`).
 */
export async function suspendAccess(tx: TxScope, userId: UserId): Promise<void> {
  await endOpened(tx, userId);
}

/**
 * Ends the browser sessions and links in mails. The events let gateways, event-queue and notify end what was opened with any
 * credential, and signed addresses of files become invalid with the generation. Returns the number of ended sessions.
 */
async function endOpened(tx: TxScope, userId: UserId, keptSessionId?: number): Promise<number> {
  const sessions = await deleteSessionsOf(tx, userId, keptSessionId);
  await deleteMailTokens(tx, userId);
  await startAccessGeneration(tx, userId);
  // Services of the previous release follow only the first event.
  await emitAll(tx, [apiKeyRevoked(userId), accessEnded(userId)]);
  return sessions;
}
