import { errors } from '@parley/core';
import type { CreateBotRequest, CreateBotResponse } from '@parley/proto/useradmin/v1/user_admin';
import type { Call } from '@parley/rpc';
import { emailKey, roles } from '@parley/rules';
import { audit } from '../../../kernel/audit.ts';
import { requireOperator } from '../../../kernel/caller.ts';
import { findUser, findUserByEmail } from '../../../kernel/db/people.ts';
import { readRealm } from '../../../kernel/db/realm.ts';
import { BOT_TYPE } from '../../../kernel/domain/person.ts';
import { createAccount } from '../../accounts/create-account.ts';
import type { Ctx } from '../../context.ts';
import { findCredentials } from '../../db/credentials.ts';
import { checkEmail, checkFullName } from '../../domain/account-rules.ts';

/**
 * A bot of a person. The owner's bot of that address, when it is there already: the call may be repeated.
 * @throws BAD_REQUEST
 */
export async function createBot(ctx: Ctx, request: CreateBotRequest, call: Call): Promise<CreateBotResponse> {
  requireOperator(call);
  ctx.writeGuard.check();
  const deliveryEmail = checkEmail(request.email, ctx.config.host);
  const fullName = checkFullName(request.fullName);
  return ctx.db.tx(async (tx) => {
    const owner = await findUser(tx, request.ownerUserId);
    if (!owner?.isActive || owner.isBot) throw errors.badRequest('No such bot owner.');
    const existing = await findUserByEmail(tx, emailKey(deliveryEmail));
    if (existing?.botOwnerId === owner.userId) {
      const { apiKeySealed } = (await findCredentials(tx, existing.userId))!;
      return { userId: existing.userId, apiKey: ctx.sealer.open(apiKeySealed, existing.userId) };
    }
    const { person, apiKey } = await createAccount(ctx, tx, await readRealm(tx, ctx.config), {
      deliveryEmail,
      fullName,
      role: Math.max(roles.member, owner.role),
      passwordHash: null,
      bot: { type: BOT_TYPE.generic, ownerId: owner.userId, isSystemBot: false },
    });
    await audit(tx, call, { action: 'bot.created', userId: person.userId });
    return { userId: person.userId, apiKey };
  });
}
