import { createHash } from 'node:crypto';
import type { Tx } from '@parley/db';
import type { UserId } from '@parley/rules';
import { findCredentials } from './db/credentials.ts';
import type { PendingSignIn } from './signing-in/attempts.ts';

export async function passwordTagOf(tx: Tx, userId: UserId): Promise<string> {
  const { passwordHash } = (await findCredentials(tx, userId)) ?? {};
  return createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64url');
}

/** The caller must have locked the person, because changes of the password lock the person, too. */
export const isPasswordKept = async (tx: Tx, { userId, passwordTag }: PendingSignIn): Promise<boolean> =>
  passwordTag === undefined || passwordTag === (await passwordTagOf(tx, userId));
