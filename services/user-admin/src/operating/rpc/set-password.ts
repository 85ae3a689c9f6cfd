import { errors } from '@parley/core';
import type { SetPasswordRequest, SetPasswordResponse } from '@parley/proto/useradmin/v1/people';
import { requireOperator } from '@parley/rpc';
import { deleteFailures } from '../../access/db/failed-sign-ins.ts';
import { resetPasswordOf } from '../../access/passwords/replace-password.ts';
import { accountKeysOf } from '../../access/signing-in/attempt-keys.ts';
import { audit } from '../../kernel/audit.ts';
import { vouch } from '../../kernel/proof.ts';
import type { DbScope } from '../../kernel/scope.ts';
import { letterheadFor, passwordChangedMail } from '../../mails/mail-texts.ts';
import { requirePersonByEmail } from '../../people/person-by-email.ts';
import type { Ctx } from '../../scim/context.ts';

/**
 * Sets the password of a person, ends all access of the account, and notifies the person by mail.
 * @throws BAD_REQUEST when the password is too short, too long or too weak, the address is unknown or belongs to a system bot,
 * or the account is a bot
 */
export async function setPassword(
  ctx: Ctx,
  { email, password }: SetPasswordRequest,
  scope: DbScope,
): Promise<SetPasswordResponse> {
  requireOperator(scope.call);
  ctx.writeGuard.check();
  const passwordHash = await ctx.passwords.hashNew(password, { email });
  const response = await scope.write(async (tx) => {
    const person = await requirePersonByEmail(tx, email);
    const { userId, isBot, deliveryEmail } = person;
    if (isBot) throw errors.badRequest('Bots have no passwords.');
    await resetPasswordOf(ctx, tx, { userId: vouch(tx, 'operator', 'sign-in', userId), passwordHash });
    await deleteFailures(tx, ...accountKeysOf(deliveryEmail));
    await ctx.outbox.queue(tx, { mail: passwordChangedMail(person, await letterheadFor(tx, person)) });
    await audit(tx, { action: 'user.password_set', userId });
    return { userId };
  });
  ctx.outbox.kick();
  return response;
}
