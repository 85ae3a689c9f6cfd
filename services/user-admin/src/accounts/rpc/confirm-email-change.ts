import { errors } from '@parley/core';
import type {
  ConfirmEmailChangeRequest,
  ConfirmEmailChangeResponse,
} from '@parley/proto/useradmin/v1/joining';
import { takeMailToken } from '../../access/db/mail-tokens.ts';
import { hashToken } from '../../access/domain/secrets.ts';
import { auditAs } from '../../kernel/audit.ts';
import { vouch } from '../../kernel/proof.ts';
import type { DbScope } from '../../kernel/scope.ts';
import { queueAddressNotice } from '../address-notice.ts';
import { changeAccount, lockExisting, requireChangeableEmail } from '../change-account.ts';
import type { Ctx } from '../context.ts';
import { requireAllowedAddress } from '../joining/allowed-addresses.ts';

/**
 * Changes a person's address to the new one, after the person has opened the link that was mailed there. Notifies the previous
 * address by mail.
 * @throws BAD_REQUEST for an invalid link, for an address that is not permitted or already used, and for a person who may not
 * change the address
 */
export async function confirmEmailChange(
  ctx: Ctx,
  { token }: ConfirmEmailChangeRequest,
  scope: DbScope,
): Promise<ConfirmEmailChangeResponse> {
  const email = await scope.write(async (tx) => {
    const taken = await takeMailToken(tx, 'email-change', hashToken(token));
    if (!taken?.email) throw errors.badRequest('The link is not valid any more.');
    const person = await lockExisting(tx, taken.userId);
    if (!person.isActive) throw errors.userDeactivated();
    await requireChangeableEmail(tx, person);
    await requireAllowedAddress(tx, taken.email);
    const deliveryEmail = vouch(tx, 'mail', 'address', taken.email);
    const after = await changeAccount(tx, person, { deliveryEmail });
    await queueAddressNotice(ctx, tx, person);
    await auditAs(tx, person.userId, {
      action: 'user.email_changed',
      userId: person.userId,
      details: { from: person.deliveryEmail, to: taken.email },
    });
    return after.deliveryEmail;
  });
  ctx.outbox.kick();
  return { email };
}
