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
import { bounceLocalPart } from '../domain/bounce-address.ts';
import type { Mail } from '../domain/mail.ts';
import { maxConnections, RefusedMailError } from '../mail/transport.ts';

/**
 * Delay after the first failure, in seconds. Longer than an attempt can take, because the claim of a crashed replica
 * also ends after it.
 */
const retrySeconds = 120;
/** Maximum number of attempts to send a mail. With growing delays they take about three days. */
const maxAttempts = 24;
/** Time for which an address that a mail server refused receives no mail, in days. */
const refusedDays = 30;

/**
 * Sends the mails that are due, several at a time. A mail is sent at least once: a crash between the mail server's
 * acceptance and the commit that stores it repeats the mail with the same Message-ID. Returns false when nothing is
 * due.
 */
export async function deliverDue(ctx: Ctx, signal: AbortSignal): Promise<boolean> {
  const lanes = Array.from({ length: maxConnections }, async () => {
    while (!signal.aborted) {
      const mail = await claimMail(ctx.db, { retrySeconds, perMinute: ctx.mailsPerMinute });
      if (!mail) return;
      await deliver(ctx, mail);
    }
  });
  await Promise.all(lanes);
  return false;
}

async function deliver(ctx: Ctx, claimed: ClaimedMail): Promise<void> {
  const { mailId, address, messageId, content, sealed, createdAtMs, attempts } = claimed;
  // A person whose mailbox works again must be able to get a new password.
  if (content !== null && (await isRefused(ctx, address))) {
    await markFailed(ctx.db, mailId, 'The address was refused before.');
    ctx.telemetry.mailed('refused');
    return;
  }
  try {
    const mail = content ?? (JSON.parse(ctx.sealer.open(sealed!, 0)) as Mail);
    await ctx.transport.send({
      ...mail,
      to: address,
      messageId,
      createdAtMs,
      envelopeFrom: bounceAddressOf(ctx, mailId),
    });
  } catch (err) {
    return await failed(ctx, claimed, err as Error);
  }
  await markAccepted(ctx.db, mailId);
  ctx.telemetry.mailed('accepted');
  if (attempts > 1) ctx.logger.info({ mailId, attempts }, 'a mail was accepted after earlier attempts');
}

/** Returns the address for reports about a mail, in a deployment that takes mail. */
const bounceAddressOf = ({ mailIn, clock, secretKey }: Ctx, mailId: number): string | undefined =>
  mailIn && `${bounceLocalPart(mailId, clock.now(), secretKey)}@${mailIn.domain}`;

const isRefused = async ({ db }: Ctx, address: string): Promise<boolean> =>
  (await refusedAmong(db, [address], refusedDays)).has(emailKey(address));

async function failed(ctx: Ctx, { mailId, address, attempts }: ClaimedMail, err: Error): Promise<void> {
  const isFinal = err instanceof RefusedMailError;
  const isLast = isFinal || attempts >= maxAttempts;
  if (isFinal && err.isAddressRefused) await refuseAddress(ctx.db, address, err.message);
  if (isLast) await markFailed(ctx.db, mailId, err.message);
  ctx.telemetry.mailed(isFinal ? 'refused' : isLast ? 'expired' : 'retried');
  ctx.logger.warn({ err, mailId, attempts, isLast }, 'a mail was not accepted');
}
