import type { Tx } from '@parley/db';
import { storePasswordHash } from '../db/credentials.ts';
import { deleteMailTokens } from '../db/mail-tokens.ts';
import { endSessionsOf } from './end-sessions.ts';

/**
 * Stores a new password, signs out every browser of the person, and ends links that were mailed before: a person who
 * knew the old password may have requested them.
 */
export async function replacePassword(tx: Tx, userId: number, passwordHash: string): Promise<void> {
  await storePasswordHash(tx, userId, passwordHash);
  await endSessionsOf(tx, userId);
  await deleteMailTokens(tx, userId);
}
