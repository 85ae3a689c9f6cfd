import { errors } from '@parley/core';
import type { Tx } from '@parley/db';
import { insertFailure, lockAccount, recentFailures } from '../db/failed-sign-ins.ts';
import { accountKeyOf } from './attempt-keys.ts';

/** Maximum number of mails for one purpose in one window, for each address and for each person who causes them. */
const mailsAllowed = 3;
const windowSeconds = 30 * 60;

/** Counts a mail and returns whether it may be sent. The limit keeps a mailbox from being flooded. */
export async function takeMailAllowance(tx: Tx, purposeAndAddress: string): Promise<boolean> {
  const key = accountKeyOf(`mail ${purposeAndAddress}`);
  await lockAccount(tx, key);
  const mails = await recentFailures(tx, key, windowSeconds, mailsAllowed);
  if (mails.count >= mailsAllowed) return false;
  await insertFailure(tx, key, windowSeconds);
  return true;
}

/**
 * Counts a mail that a signed-in person causes. Unlike `takeMailAllowance` it throws, because this person may know
 * about the limit. @throws RATE_LIMIT_HIT after too many mails
 */
export async function requireMailAllowance(tx: Tx, purposeAndAddress: string): Promise<void> {
  if (!(await takeMailAllowance(tx, purposeAndAddress))) throw errors.rateLimitHit(windowSeconds);
}
