import type { Tx } from '@parley/db';
import type { UserId } from '@parley/rules';
import { lockUser } from '../../kernel/db/people.ts';
import type { Proven } from '../../kernel/domain/proof.ts';
import type { TxScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import { storePasswordHash } from '../db/credentials.ts';
import { deleteMailTokens } from '../db/mail-tokens.ts';
import type { PasswordHash } from '../domain/password-hash.ts';
import { endAccess } from '../end-access.ts';
import { endSessionsOf } from '../sessions/end-sessions.ts';

/**
 * Stores a new password that the person has chosen while signed in. Ends the person's browser sessions, except for the one with
 * `keptSessionId`. Makes earlier links in mails invalid, because somebody who knew the old password may have requested them. API
 * keys stay: clients then ask the person whether all other access is to end (`EndAccess`).
 */
export async function replacePassword(
  tx: Tx,
  userId: Proven<UserId, 'sign-in'>,
  passwordHash: PasswordHash,
  keptSessionId?: number,
): Promise<void> {
  // Waits for a concurrent sign-in, which also locks the person. Such a sign-in either ends before this change, and its session
  // is ended, or it sees the new password.
  await lockUser(tx, userId);
  await storePasswordHash(tx, userId, passwordHash);
  await endSessionsOf(tx, userId, keptSessionId);
  await deleteMailTokens(tx, userId);
}

/** Ends all access, because another person may have used the account. @param actorId for the audit log; default the principal */
export async function resetPasswordOf(
  ctx: Pick<Ctx, 'sealer'>,
  tx: TxScope,
  {
    userId,
    passwordHash,
    actorId,
  }: { userId: Proven<UserId, 'sign-in'>; passwordHash: PasswordHash; actorId?: UserId },
): Promise<void> {
  // Waits for a concurrent sign-in, like `replacePassword`.
  await lockUser(tx, userId);
  await storePasswordHash(tx, userId, passwordHash);
  await endAccess(ctx, tx, userId, { reason: 'password_reset', ...(actorId !== undefined && { actorId }) });
}
