import { asError, bestEffort, required } from '@parley/core';
import { emailKey } from '@parley/rules';
import type { Ctx } from '../context.ts';
import {
  type ClaimedMail,
  changeAddress,
  claimMails,
  dropMail,
  markAccepted,
  markFailed,
  refuseAddress,
  refusedAmong,
  releaseMails,
} from '../db/mails.ts';
import { bounceLocalPart } from '../domain/bounce-address.ts';
import type { Mail } from '../domain/mail.ts';
import { maxConnections, RefusedMailError } from '../mail/transport.ts';
import { createReportWriter } from '../mail/write-report.ts';

/**
 * Delay after the first failed attempt, in seconds. It must be longer than an attempt can take, because it is also the duration
 * of a claim, after which another replica takes over the mail of a crashed one.
 */
const retrySeconds = 120;
/** Maximum number of attempts to send a mail. Because of the growing delays they take about three days. */
const maxAttempts = 24;
/** Days for which an address that a mail server refused gets no notification mails. */
const refusedDays = 30;

/** Milliseconds for a batch of mails about messages. The rest is due again, so that mails about accounts wait little. */
const sendForMs = 10_000;

/**
 * Sends the mails that are due, several concurrently. A mail is sent at least once: if the process crashes after the mail
 * server has accepted the mail and before that is stored, the mail is sent again with the same Message-ID.
 * @returns false, because nothing more is due
 */
export async function deliverDue(ctx: Ctx, signal: AbortSignal): Promise<boolean> {
  const writeReports = createReportWriter(ctx);
  const lanes = Array.from({ length: maxConnections }, async () => {
    while (!signal.aborted) {
      const mails = await claimMails(ctx.db, { retrySeconds, perMinute: ctx.mailsPerMinute });
      if (mails.length === 0) return;
      // After an unexpected error the mails are due again when their claims end.
      await bestEffort(ctx.logger, 'mails were not written', async () =>
        deliverAll(ctx, await written(ctx, mails, writeReports), signal),
      );
    }
  });
  await Promise.all(lanes);
  return false;
}

async function deliverAll(ctx: Ctx, mails: readonly ClaimedMail[], signal: AbortSignal): Promise<void> {
  const until = performance.now() + sendForMs;
  for (const [at, mail] of mails.entries()) {
    if (at > 0 && (signal.aborted || performance.now() > until)) {
      return await releaseMails(ctx.db, mails.slice(at));
    }
    await deliver(ctx, mail);
  }
}

/** Returns claimed mails with their contents. Deletes mails about messages of which nothing is left to report. */
async function written(
  ctx: Ctx,
  mails: readonly ClaimedMail[],
  writeReports: ReturnType<typeof createReportWriter>,
): Promise<ClaimedMail[]> {
  const reports = mails.flatMap(({ userId, report }) => (report ? [{ userId, report }] : []));
  if (reports.length === 0) return [...mails];
  const results = await writeReports(reports);
  const ready: ClaimedMail[] = [];
  for (const [at, mail] of mails.entries()) {
    const found = results[at];
    if (found) {
      if (found.address !== mail.address) await changeAddress(ctx.db, mail.mailId, found.address);
      ready.push({ ...mail, content: found.mail, address: found.address });
    } else {
      await dropMail(ctx.db, mail.mailId);
      ctx.telemetry.mailed('dropped');
    }
  }
  return ready;
}

async function deliver(ctx: Ctx, claimed: ClaimedMail): Promise<void> {
  const { mailId, address, messageId, content, sealed, createdAtMs, attempts } = claimed;
  // Mails with encrypted content are sent even to refused addresses, because a person whose mailbox works again must be able to
  // reset their password.
  if (content !== null && (await isRefused(ctx, address))) {
    await markFailed(ctx.db, mailId, 'The address was refused before.');
    ctx.telemetry.mailed('refused');
    return;
  }
  try {
    const mail = content ?? (JSON.parse(ctx.sealer.open(required(sealed, 'content of a mail'), 0)) as Mail);
    await ctx.transport.send({
      ...mail,
      to: address,
      messageId,
      createdAtMs,
      envelopeFrom: bounceAddressOf(ctx, mailId),
    });
  } catch (err) {
    return await failed(ctx, claimed, asError(err));
  }
  await markAccepted(ctx.db, mailId);
  ctx.telemetry.mailed('accepted');
  if (attempts > 1) ctx.logger.info({ mailId, attempts }, 'a mail was accepted after earlier attempts');
}

/** Returns the address for delivery reports about a mail; undefined when the deployment accepts no mail. */
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
