import type {
  RequestPasswordResetRequest,
  RequestPasswordResetResponse,
} from '@parley/proto/useradmin/v1/joining';
import { emailKey } from '@parley/rules';
import { findUserByEmail } from '../../../kernel/db/people.ts';
import { acceptsPasswords } from '../../../kernel/domain/sign-in-methods.ts';
import { vouch } from '../../../kernel/proof.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import { letterheadFor, passwordResetMail } from '../../../mails/mail-texts.ts';
import type { Ctx } from '../../context.ts';
import { insertMailToken } from '../../db/mail-tokens.ts';
import { hashToken, newToken } from '../../domain/secrets.ts';
import { requireClientMailAllowance, takeMailAllowance } from '../../signing-in/mail-limit.ts';

const lifeSeconds = 3600;

/**
 * Mails a link with which the person chooses a new password. Returns before looking up the address, so that neither the
 * response nor its duration reveals whether an account exists.
 * @throws RATE_LIMIT_HIT
 */
export async function requestPasswordReset(
  ctx: Ctx,
  { email }: RequestPasswordResetRequest,
  scope: DbScope,
): Promise<RequestPasswordResetResponse> {
  await scope.write((tx) => requireClientMailAllowance(tx, tx.call));
  mailReset(ctx, scope, email)
    .then(() => ctx.outbox.kick())
    .catch((error: Error) => ctx.logger.error({ err: error }, 'could not mail a password reset'));
  return {};
}

async function mailReset(ctx: Ctx, scope: DbScope, email: string): Promise<void> {
  await scope.write(async (tx) => {
    if (!(await takeMailAllowance(tx, `password-reset ${emailKey(email)}`))) return;
    const person = await findUserByEmail(tx, emailKey(email));
    if (!person?.isActive || person.isBot || emailKey(person.deliveryEmail) !== emailKey(email)) return;
    const organization = await tx.organization();
    if (!acceptsPasswords(organization.settings)) return;
    const token = newToken();
    await insertMailToken(tx, {
      purpose: 'password-reset',
      tokenSha256: hashToken(token),
      userId: vouch(tx, 'mail', 'sign-in', person.userId),
      email: null,
      lifeSeconds,
    });
    const link = `${organization.publicUrl}/reset-password/${token}`;
    await ctx.outbox.queue(tx, { mail: passwordResetMail(person, await letterheadFor(tx, person), link) });
  });
}
