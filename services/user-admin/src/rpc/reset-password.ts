import { errors } from '@parley/core';
import { emailKey } from '@parley/directory/rules';
import type {
  RequestPasswordResetRequest,
  RequestPasswordResetResponse,
  ResetPasswordRequest,
  ResetPasswordResponse,
} from '@parley/proto/useradmin/v1/joining';
import type { Call } from '@parley/rpc';
import { accountKeyOf } from '../accounts.ts';
import { audit } from '../audit.ts';
import type { Ctx } from '../context.ts';
import { replacePassword } from '../db/credentials.ts';
import { deleteFailures } from '../db/failed-sign-ins.ts';
import { insertMailToken, takeMailToken } from '../db/mail-tokens.ts';
import { readRealm } from '../db/realm.ts';
import { deleteSessionsOf } from '../db/sessions.ts';
import { findUserByEmail, lockUser } from '../db/users.ts';
import { checkPassword } from '../domain/account-rules.ts';
import { hashToken, newToken } from '../domain/sealing.ts';
import { mayMail } from '../mail-limit.ts';
import { passwordChangedMail, passwordResetMail } from '../outbox/mail-texts.ts';

const lifeSeconds = 3600;

/**
 * Mails a link to choose a new password with. The answer comes before anything is looked up: neither its words nor
 * its time say whether there is such an account.
 */
export async function requestPasswordReset(
  ctx: Ctx,
  { email }: RequestPasswordResetRequest,
): Promise<RequestPasswordResetResponse> {
  ctx.writeGuard.check();
  mailReset(ctx, email)
    .then(() => ctx.outbox.kick())
    .catch((error: Error) => ctx.logger.error({ err: error }, 'a password reset was not mailed'));
  return {};
}

async function mailReset(ctx: Ctx, email: string): Promise<void> {
  await ctx.db.tx(async (tx) => {
    if (!(await mayMail(tx, `password-reset ${emailKey(email)}`))) return;
    const person = await findUserByEmail(tx, emailKey(email));
    if (!person?.isActive || person.isBot || emailKey(person.deliveryEmail) !== emailKey(email)) return;
    const realm = await readRealm(tx, ctx.config);
    if (!realm.settings.authentication_methods.Email) return;
    const token = newToken();
    await insertMailToken(tx, {
      purpose: 'password-reset',
      tokenSha256: hashToken(token),
      userId: person.userId,
      email: null,
      lifeSeconds,
    });
    const link = `${realm.publicUrl}/reset-password/${token}`;
    await ctx.outbox.queue(tx, { mail: passwordResetMail(person, realm, link) });
  });
}

/** The link's person has a new password; every browser of theirs is signed out. */
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
    await deleteSessionsOf(tx, person.userId);
    await deleteFailures(tx, accountKeyOf(person.deliveryEmail));
    const realm = await readRealm(tx, ctx.config);
    await ctx.outbox.queue(tx, { mail: passwordChangedMail(person, realm) });
    const own = { ...call, principal: { userId: person.userId } };
    await audit(tx, own, { action: 'user.password_reset', userId: person.userId });
  });
  ctx.outbox.kick();
  return {};
}
