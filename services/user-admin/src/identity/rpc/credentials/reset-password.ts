import { errors } from '@parley/core';
import type { ResetPasswordRequest, ResetPasswordResponse } from '@parley/proto/useradmin/v1/joining';
import type { Call } from '@parley/rpc';
import { audit } from '../../../kernel/audit.ts';
import { lockUser } from '../../../kernel/db/people.ts';
import { readRealm } from '../../../kernel/db/realm.ts';
import type { Ctx } from '../../context.ts';
import { accountKeyOf } from '../../credentials/attempts.ts';
import { replacePassword } from '../../credentials/replace-password.ts';
import { deleteFailures } from '../../db/failed-sign-ins.ts';
import { takeMailToken } from '../../db/mail-tokens.ts';
import { checkPassword } from '../../domain/account-rules.ts';
import { hashToken } from '../../domain/sealing.ts';
import { passwordChangedMail } from '../../outbox/mail-texts.ts';

/** The link's person has a new password; every browser of theirs is signed out. @throws BAD_REQUEST */
export async function resetPassword(
  ctx: Ctx,
  { token, password }: ResetPasswordRequest,
  call: Call,
): Promise<ResetPasswordResponse> {
  ctx.writeGuard.check();
  checkPassword(password, '');
  const passwordHash = await ctx.passwords.hash(password);
  await ctx.db.tx(async (tx) => {
    const taken = await takeMailToken(tx, 'password-reset', hashToken(token));
    const person = taken && (await lockUser(tx, taken.userId));
    if (!person?.isActive)
      throw errors.badRequest('The link is not valid any more. Please ask for a new one.');
    checkPassword(password, person.deliveryEmail);
    await replacePassword(tx, person.userId, passwordHash);
    await deleteFailures(tx, accountKeyOf(person.deliveryEmail));
    const realm = await readRealm(tx, ctx.config);
    await ctx.outbox.queue(tx, { mail: passwordChangedMail(person, realm) });
    const own = { ...call, principal: { userId: person.userId } };
    await audit(tx, own, { action: 'user.password_reset', userId: person.userId });
  });
  ctx.outbox.kick();
  return {};
}
