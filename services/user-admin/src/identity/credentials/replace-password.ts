import type { Tx } from '@parley/db';
import { storePasswordHash } from '../db/credentials.ts';
import { deleteMailTokens } from '../db/mail-tokens.ts';
import { deleteSessionsOf } from '../db/sessions.ts';

/**
 * Somebody has another password. Every browser of theirs is signed out, and links that were mailed before, to choose a
 * password or for another address, are worth nothing: whoever had the old password may have asked for them.
 */
export async function replacePassword(tx: Tx, userId: number, passwordHash: string): Promise<void> {
  await storePasswordHash(tx, userId, passwordHash);
  await deleteSessionsOf(tx, userId);
  await deleteMailTokens(tx, userId);
}
