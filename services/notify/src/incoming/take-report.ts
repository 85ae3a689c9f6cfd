import type { Ctx } from '../context.ts';
import { markUndelivered, refuseAddress } from '../db/mails.ts';
import { deliveryFailureOf } from '../domain/delivery-report.ts';
import type { Delivery, ReceiveOutcome } from './delivery.ts';

/**
 * Handles a mail to the report address of a sent mail. Stores the failure that it reports. When the recipient's address does not
 * exist or is disabled, no notification mails are sent to it for a while. Mails that report no failure are ignored, such as
 * out-of-office notices, and so are all mails with an envelope sender: a report has none (RFC 3464, section 2).
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
