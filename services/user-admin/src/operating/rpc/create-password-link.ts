import { errors } from '@parley/core';
import type {
  CreatePasswordLinkRequest,
  CreatePasswordLinkResponse,
} from '@parley/proto/useradmin/v1/operators';
import { requireOperator } from '@parley/rpc';
import { insertMailToken } from '../../access/db/mail-tokens.ts';
import { hashToken, newToken } from '../../access/domain/secrets.ts';
import { audit } from '../../kernel/audit.ts';
import { vouch } from '../../kernel/proof.ts';
import type { DbScope } from '../../kernel/scope.ts';
import { requirePersonByEmail } from '../../people/person-by-email.ts';
import type { Ctx } from '../../scim/context.ts';

/** Lifetime of the link, in seconds. It is a whole day, because an operator passes the link on by other means than a mail. */
const lifeSeconds = 24 * 3_600;

/**
 * Creates a link with which a person chooses a new password. Returns the link without mailing it.
 * @throws BAD_REQUEST when the address is unknown or belongs to a system bot, or the account is a bot or deactivated
 */
export async function createPasswordLink(
  _ctx: Ctx,
  { email }: CreatePasswordLinkRequest,
  scope: DbScope,
): Promise<CreatePasswordLinkResponse> {
  requireOperator(scope.call);
  return scope.write(async (tx) => {
    const { userId, isBot, isActive } = await requirePersonByEmail(tx, email);
    if (isBot) throw errors.badRequest('Bots have no passwords.');
    if (!isActive) throw errors.badRequest('The account is deactivated.');
    const token = newToken();
    const tokenSha256 = hashToken(token);
    await insertMailToken(tx, {
      purpose: 'password-reset',
      tokenSha256,
      userId: vouch(tx, 'operator', 'sign-in', userId),
      email: null,
      lifeSeconds,
    });
    await audit(tx, { action: 'user.password_link_created', userId });
    const { publicUrl } = await tx.organization();
    return { userId, link: `${publicUrl}/reset-password/${token}`, lifeSeconds };
  });
}
