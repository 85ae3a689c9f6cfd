import { errors, networkOf } from '@parley/core';
import type { Tx } from '@parley/db';
import type { Call } from '@parley/rpc';
import { insertFailure, lockAccount, recentFailures } from '../db/failed-sign-ins.ts';
import { accountKeyOf } from './attempt-keys.ts';

/** Maximum number of mails in the window for one purpose and address, or for one purpose and requesting person. */
const mailsAllowed = 3;
/** Maximum number of mails in the window that one network address can cause without credentials. */
const mailsPerClient = 30;
const windowSeconds = 30 * 60;

/** Counts a mail, and returns whether it may be sent. The limit prevents flooding a mailbox. */
export async function takeMailAllowance(tx: Tx, purposeAndAddress: string): Promise<boolean> {
  return take(tx, accountKeyOf(`mail ${purposeAndAddress}`), mailsAllowed);
}

/** Prevents one client without credentials from mailing many strangers. Calls of operators have no limit. @throws RATE_LIMIT_HIT */
export async function requireClientMailAllowance(tx: Tx, { remoteAddress }: Call): Promise<void> {
  if (remoteAddress === undefined) return;
  const key = accountKeyOf(`mails for ${networkOf(remoteAddress)}`);
  if (!(await take(tx, key, mailsPerClient))) throw errors.rateLimitHit(windowSeconds);
}

async function take(tx: Tx, key: Buffer, allowed: number): Promise<boolean> {
  await lockAccount(tx, key);
  const mails = await recentFailures(tx, key, windowSeconds, allowed);
  if (mails.count >= allowed) return false;
  await insertFailure(tx, key, windowSeconds);
  return true;
}

/** Throws, unlike `takeMailAllowance`, because a signed-in person may know about the limit. @throws RATE_LIMIT_HIT */
export async function requireMailAllowance(tx: Tx, purposeAndAddress: string): Promise<void> {
  if (!(await takeMailAllowance(tx, purposeAndAddress))) throw errors.rateLimitHit(windowSeconds);
}
