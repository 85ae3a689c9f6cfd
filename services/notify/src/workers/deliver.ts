import { emailKey } from '@parley/rules';
import type { Ctx } from '../context.ts';
import {
  type ClaimedMail,
  claimMail,
  markAccepted,
  markFailed,
  refuseAddress,
  refusedAmong,
} from '../db/mails.ts';
import { maxConnections, RefusedMailError } from '../mail/transport.ts';

/** Delay after the first failure; longer than an attempt can take, because it also ends the claim of a replica that died. */
const retrySeconds = 120;
/** Attempts before a mail is given up: with growing delays, about three days. */
const maxAttempts = 24;
/** How long an address that a mail server refused gets no mail. */
const refusedDays = 30;

/**
 * Sends the mails that are due, several at a time. A mail is sent at least once: a crash between the mail server's acceptance
 * and the commit that stores it repeats the mail with the same Message-ID. Returns false when nothing is due.
 */
export async function deliverDue(ctx: Ctx, signal: AbortSignal): Promise<boolean> {
  const lanes = Array.from({ length: maxConnections }, async () => {
    while (!signal.aborted) {
      const mail = await claimMail(ctx.db, retrySeconds);
      if (!mail) return;
      await deliver(ctx, mail);
    }
  });
  await Promise.all(lanes);
  return false;
}

async function deliver(ctx: Ctx, claimed: ClaimedMail): Promise<void> {
  const { mailId, address, messageId, content, createdAtMs, attempts } = claimed;
  if ((await refusedAmong(ctx.db, [address], refusedDays)).has(emailKey(address))) {
    await markFailed(ctx.db, mailId, 'The address was refused before.');
    ctx.telemetry.mailed('refused');
    return;
  }
  try {
    await ctx.transport.send({ ...content, to: address, messageId, createdAtMs });
  } catch (err) {
    return await failed(ctx, claimed, err as Error);
  }
  await markAccepted(ctx.db, mailId);
  ctx.telemetry.mailed('accepted');
  if (attempts > 1) ctx.logger.info({ mailId, attempts }, 'a mail was accepted after earlier attempts');
}

async function failed(ctx: Ctx, { mailId, address, attempts }: ClaimedMail, err: Error): Promise<void> {
  const isRefused = err instanceof RefusedMailError;
  const isLast = isRefused || attempts >= maxAttempts;
  if (isRefused && err.isAddressRefused) await refuseAddress(ctx.db, address, err.message);
  if (isLast) await markFailed(ctx.db, mailId, err.message);
  ctx.telemetry.mailed(isRefused ? 'refused' : isLast ? 'expired' : 'retried');
  ctx.logger.warn({ err, mailId, attempts, isLast }, 'a mail was not accepted');
}
