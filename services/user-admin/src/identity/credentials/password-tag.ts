import { createHash } from 'node:crypto';
import type { Tx } from '@parley/db';
import { findCredentials } from '../db/credentials.ts';
import type { PendingSignIn } from '../sign-in/attempts.ts';

/** Returns a text that changes with the password of a person. */
export async function passwordTagOf(tx: Tx, userId: number): Promise<string> {
  const { passwordHash } = (await findCredentials(tx, userId)) ?? {};
  return createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64url');
}

/**
 * Returns whether the person still has the password of the first step. The caller has locked the person, as every change of a
 * password does.
 */
export const isPasswordKept = async (tx: Tx, { userId, passwordTag }: PendingSignIn): Promise<boolean> =>
  passwordTag === undefined || passwordTag === (await passwordTagOf(tx, userId));
