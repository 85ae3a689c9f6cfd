import type { Tx } from '@parley/db';
import { lockUser } from '../../kernel/db/people.ts';
import { storePasswordHash } from '../db/credentials.ts';
import { deleteMailTokens } from '../db/mail-tokens.ts';
import { endSessionsOf } from './end-sessions.ts';

/**
 * Stores a new password, signs out every browser of the person except the one with the session `keptSessionId`, and
 * ends links that were mailed before: a person who knew the old password may have requested them.
 */
export async function replacePassword(
  tx: Tx,
  userId: number,
  passwordHash: string,
  keptSessionId?: number,
): Promise<void> {
  // A sign-in with the old password locks the person, too, so that it ends before or is refused.
  await lockUser(tx, userId);
  await storePasswordHash(tx, userId, passwordHash);
  await endSessionsOf(tx, userId, keptSessionId);
  await deleteMailTokens(tx, userId);
}
