import { errors } from '@parley/core';
import type { ResetPasswordRequest, ResetPasswordResponse } from '@parley/proto/useradmin/v1/joining';
import { auditAs } from '../../../kernel/audit.ts';
import { lockUser } from '../../../kernel/db/people.ts';
import { vouch } from '../../../kernel/proof.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import { letterheadFor, passwordChangedMail } from '../../../mails/mail-texts.ts';
import { checkPassword } from '../../../people/domain/account-rules.ts';
import type { Ctx } from '../../context.ts';
import { deleteFailures } from '../../db/failed-sign-ins.ts';
import { isMailTokenValid, takeMailToken } from '../../db/mail-tokens.ts';
import { hashToken } from '../../domain/secrets.ts';
import { resetPasswordOf } from '../../passwords/replace-password.ts';
import { requirePasswords } from '../../passwords/with-password.ts';
import { accountKeysOf } from '../../signing-in/attempt-keys.ts';

const invalidLink = () => errors.badRequest('The link is not valid any more. Please ask for a new one.');

/**
 * Sets a new password for the person to whom a link was mailed, and ends all access of the account.
 * @throws BAD_REQUEST for an invalid link or password; PASSWORD_AUTH_DISABLED
 */
export async function resetPassword(
  ctx: Ctx,
  { token, password }: ResetPasswordRequest,
  scope: DbScope,
): Promise<ResetPasswordResponse> {
  ctx.writeGuard.check();
  await requirePasswords(scope);
  // Checks the link before hashing the password, because hashing is expensive and anyone can send a request.
  if (!(await isMailTokenValid(ctx.db, 'password-reset', hashToken(token)))) throw invalidLink();
  const passwordHash = await ctx.passwords.hashNew(password, { email: '' });
  await scope.write(async (tx) => {
    const taken = await takeMailToken(tx, 'password-reset', hashToken(token));
    const person = taken && (await lockUser(tx, taken.userId));
    if (!person?.isActive) throw invalidLink();
    checkPassword(password, person.deliveryEmail);
    const { userId } = person;
    await resetPasswordOf(ctx, tx, {
      userId: vouch(tx, 'mail', 'sign-in', userId),
      passwordHash,
      actorId: userId,
    });
    await deleteFailures(tx, ...accountKeysOf(person.deliveryEmail));
    await ctx.outbox.queue(tx, { mail: passwordChangedMail(person, await letterheadFor(tx, person)) });
    await auditAs(tx, userId, { action: 'user.password_reset', userId });
  });
  ctx.outbox.kick();
  return {};
}
