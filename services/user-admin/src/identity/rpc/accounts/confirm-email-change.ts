import { errors } from '@parley/core';
import type {
  ConfirmEmailChangeRequest,
  ConfirmEmailChangeResponse,
} from '@parley/proto/useradmin/v1/joining';
import type { Call } from '@parley/rpc';
import { audit } from '../../../kernel/audit.ts';
import { readRealm } from '../../../kernel/db/realm.ts';
import { changeAccount, lockExisting, requireChangeableEmail } from '../../accounts/change-account.ts';
import type { Ctx } from '../../context.ts';
import { takeMailToken } from '../../db/mail-tokens.ts';
import { hashToken } from '../../domain/sealing.ts';
import { requireAllowedAddress } from '../../joining/allowed-addresses.ts';
import { emailChangedMail } from '../../outbox/mail-texts.ts';

/**
 * The link in the mail to a new address was followed: it is the person's address from here on.
 * @throws BAD_REQUEST
 */
export async function confirmEmailChange(
  ctx: Ctx,
  { token }: ConfirmEmailChangeRequest,
  call: Call,
): Promise<ConfirmEmailChangeResponse> {
  ctx.writeGuard.check();
  const email = await ctx.db.tx(async (tx) => {
    const taken = await takeMailToken(tx, 'email-change', hashToken(token));
    if (!taken?.email) throw errors.badRequest('The link is not valid any more.');
    const person = await lockExisting(tx, taken.userId);
    if (!person.isActive) throw errors.userDeactivated();
    const realm = await readRealm(tx, ctx.config);
    requireChangeableEmail(realm, person);
    await requireAllowedAddress(tx, realm, taken.email);
    const after = await changeAccount(tx, realm, call, person, { deliveryEmail: taken.email });
    await ctx.outbox.queue(tx, { mail: emailChangedMail(person.deliveryEmail, realm) });
    await audit(
      tx,
      { ...call, principal: { userId: person.userId } },
      {
        action: 'user.email_changed',
        userId: person.userId,
        details: { from: person.deliveryEmail, to: taken.email },
      },
    );
    return after.deliveryEmail;
  });
  ctx.outbox.kick();
  return { email };
}
