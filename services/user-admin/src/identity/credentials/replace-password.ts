import type { Tx } from '@parley/db';
import { lockUser } from '../../kernel/db/people.ts';
import { storePasswordHash } from '../db/credentials.ts';
import { deleteMailTokens } from '../db/mail-tokens.ts';
import { endSessionsOf } from './end-sessions.ts';

/**
 * Stores a new password. Ends the person's browser sessions, except for the one with `keptSessionId`. Makes earlier links in
 * mails invalid, because somebody who knew the old password may have requested them.
 */
export async function replacePassword(
  tx: Tx,
  userId: number,
  passwordHash: string,
  keptSessionId?: number,
): Promise<void> {
  // Waits for a concurrent sign-in, which also locks the person. Such a sign-in either ends before this change, and its session
  // is ended, or it sees the new password.
  await lockUser(tx, userId);
  await storePasswordHash(tx, userId, passwordHash);
  await endSessionsOf(tx, userId, keptSessionId);
  await deleteMailTokens(tx, userId);
}
