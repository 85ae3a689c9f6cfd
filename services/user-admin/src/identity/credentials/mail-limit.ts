import { errors } from '@parley/core';
import type { Tx } from '@parley/db';
import { insertFailure, lockAccount, recentFailures } from '../db/failed-sign-ins.ts';
import { accountKeyOf } from './attempts.ts';

/** Mails to one address, or by one person, for one purpose within the window. */
const mailsAllowed = 3;
const windowSeconds = 30 * 60;

/** Whether one more mail may be sent, which counts from here on. Nobody floods another's mailbox. */
export async function mayMail(tx: Tx, purposeAndAddress: string): Promise<boolean> {
  const key = accountKeyOf(`mail ${purposeAndAddress}`);
  await lockAccount(tx, key);
  const mails = await recentFailures(tx, key, windowSeconds, mailsAllowed);
  if (mails.count >= mailsAllowed) return false;
  await insertFailure(tx, key, windowSeconds);
  return true;
}

/** The same for who is known and is told. @throws RATE_LIMIT_HIT when there were too many */
export async function requireMailable(tx: Tx, purposeAndAddress: string): Promise<void> {
  if (!(await mayMail(tx, purposeAndAddress))) throw errors.rateLimitHit(windowSeconds);
}
