import { errors } from '@parley/core';
import type { CreateBotRequest, CreateBotResponse } from '@parley/proto/useradmin/v1/user_admin';
import { requireOperator } from '@parley/rpc';
import { emailKey, roles } from '@parley/rules';
import { openApiKey } from '../../access/keys/open-api-key.ts';
import { createAccount } from '../../accounts/create-account.ts';
import { audit } from '../../kernel/audit.ts';
import { findUser, findUserByEmail } from '../../kernel/db/people.ts';
import { BOT_TYPE } from '../../kernel/domain/person.ts';
import { vouch, vouchForRole } from '../../kernel/proof.ts';
import type { DbScope } from '../../kernel/scope.ts';
import { checkEmail, checkFullName } from '../../people/domain/account-rules.ts';
import type { Ctx } from '../../scim/context.ts';

/**
 * Creates a bot for an owner. Idempotent: when this owner already has a bot with the address, returns that bot.
 * @throws BAD_REQUEST when the address or name is invalid, no such active owner exists, or another account has the address
 */
export async function createBot(
  ctx: Ctx,
  request: CreateBotRequest,
  scope: DbScope,
): Promise<CreateBotResponse> {
  requireOperator(scope.call);
  const deliveryEmail = checkEmail(request.email, ctx.config.host);
  const fullName = checkFullName(request.fullName);
  return scope.write(async (tx) => {
    const owner = await findUser(tx, request.ownerUserId);
    if (!owner?.isActive || owner.isBot) throw errors.badRequest('No such bot owner.');
    const existing = await findUserByEmail(tx, emailKey(deliveryEmail));
    if (existing?.botOwnerId === owner.userId) {
      const { userId } = existing;
      return { userId, apiKey: await openApiKey(ctx, tx, vouch(tx, 'operator', 'api-key', userId)) };
    }
    const { person, apiKey } = await createAccount(ctx, tx, {
      deliveryEmail,
      fullName,
      role: vouchForRole(tx, 'operator', Math.max(roles.member, owner.role), { isBot: true }),
      passwordHash: null,
      bot: {
        type: BOT_TYPE.generic,
        ownerId: vouch(tx, 'operator', 'api-key', owner.userId),
        isSystemBot: false,
      },
    });
    await audit(tx, { action: 'bot.created', userId: person.userId });
    return { userId: person.userId, apiKey };
  });
}
