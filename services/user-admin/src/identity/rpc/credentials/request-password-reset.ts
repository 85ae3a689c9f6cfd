import type {
  RequestPasswordResetRequest,
  RequestPasswordResetResponse,
} from '@parley/proto/useradmin/v1/joining';
import { emailKey } from '@parley/rules';
import { findUserByEmail } from '../../../kernel/db/people.ts';
import { readRealm } from '../../../kernel/db/realm.ts';
import type { Ctx } from '../../context.ts';
import { mayMail } from '../../credentials/mail-limit.ts';
import { insertMailToken } from '../../db/mail-tokens.ts';
import { hashToken, newToken } from '../../domain/sealing.ts';
import { passwordResetMail } from '../../outbox/mail-texts.ts';

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
