import { errors } from '@parley/core';
import type { Tx } from '@parley/db';
import { insertFailure, lockAccount, recentFailures } from '../db/failed-sign-ins.ts';
import { accountKeyOf } from './attempt-keys.ts';

/** Mails within the window that one address gets, or one person causes, for one purpose. */
const mailsAllowed = 3;
const windowSeconds = 30 * 60;

/** Returns whether one more mail may be sent, and counts it. Keeps mailboxes from being flooded. */
export async function takeMailAllowance(tx: Tx, purposeAndAddress: string): Promise<boolean> {
  const key = accountKeyOf(`mail ${purposeAndAddress}`);
  await lockAccount(tx, key);
  const mails = await recentFailures(tx, key, windowSeconds, mailsAllowed);
  if (mails.count >= mailsAllowed) return false;
  await insertFailure(tx, key, windowSeconds);
  return true;
}

/** Does the same for a signed-in person, who may learn of the refusal. @throws RATE_LIMIT_HIT after too many mails */
export async function requireMailAllowance(tx: Tx, purposeAndAddress: string): Promise<void> {
  if (!(await takeMailAllowance(tx, purposeAndAddress))) throw errors.rateLimitHit(windowSeconds);
}
