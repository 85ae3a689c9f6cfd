import type { Ctx } from '../context.ts';
import { markUndelivered, refuseAddress } from '../db/mails.ts';
import { deliveryFailureOf } from '../domain/delivery-report.ts';
import type { Delivery, ReceiveOutcome } from './delivery.ts';

/**
 * Handles a mail to the address for reports about a sent mail. After a report that the recipient's address does not
 * exist, no mails are sent to it for a while. Other mails are ignored: for instance notices of vacations, and whatever
 * has a sender (RFC 3464, section 2).
 */
export async function takeReport(
  ctx: Ctx,
  mailId: number,
  { mail, sender }: Delivery,
): Promise<ReceiveOutcome> {
  const failure = sender === '' ? deliveryFailureOf(mail.attachments) : undefined;
  if (!failure) return 'ignored';
  const { status, diagnostic, isAddressDead } = failure;
  const address = await markUndelivered(ctx.db, mailId, `${status} ${diagnostic}`.trim());
  if (address === undefined) return 'ignored';
  if (isAddressDead) await refuseAddress(ctx.db, address, `${status} ${diagnostic}`.trim());
  ctx.logger.info({ mailId, status, isAddressDead }, 'a mail server reported that a mail was not delivered');
  return 'bounced';
}
