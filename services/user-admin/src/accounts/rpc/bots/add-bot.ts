import { type ErrorMessage, errors, errorText } from '@parley/core';
import type { AddBotRequest, AddBotResponse } from '@parley/proto/useradmin/v1/people';
import { handOut, roles } from '@parley/rules';
import { audit } from '../../../kernel/audit.ts';
import { recheckAccount } from '../../../kernel/caller.ts';
import { lockUser } from '../../../kernel/db/people.ts';
import { BOT_TYPE, type Person } from '../../../kernel/domain/person.ts';
import { prove, proveRole } from '../../../kernel/proof.ts';
import type { DbScope, TxScope } from '../../../kernel/scope.ts';
import { holdsPermission } from '../../../organization/settings/permissions.ts';
import { countBots } from '../../../people/db/users.ts';
import { botEmail } from '../../../people/domain/bot-email.ts';
import { botJson } from '../../../people/domain/present-user.ts';
import { checkNewName } from '../../change-account.ts';
import type { Ctx } from '../../context.ts';
import { createAccount } from '../../create-account.ts';

/** Maximum number of bots of one person, including deactivated ones, because accounts are never deleted. */
const maxBots = 1_000;

/**
 * Creates a bot with the caller as its owner.
 * @throws BAD_REQUEST when the caller may not create such a bot or has too many bots, the name, address or type is invalid, or
 * the name or address is taken; the errors of `prove`
 */
export async function addBot(ctx: Ctx, request: AddBotRequest, scope: DbScope): Promise<AddBotResponse> {
  const deliveryEmail = botEmail(request.shortName, ctx.config.host);
  return scope.write(async (tx) => {
    const caller = await tx.caller();
    await recheckAccount(tx, caller);
    await requireBotPermission(tx, caller, request.botType);
    // Serializes the requests of one person, so that all of their bots are counted.
    await lockUser(tx, caller.userId);
    if ((await countBots(tx, caller.userId)) >= maxBots) {
      throw errors.badRequest(
        errorText('You cannot have more than {limit} bots, deactivated ones included.', { limit: maxBots }),
      );
    }
    const fullName = await checkNewName(tx, request.fullName, 0);
    const { person, apiKey } = await createAccount(ctx, tx, {
      deliveryEmail,
      fullName,
      role: await proveRole(tx, Math.max(roles.member, caller.role), { isBot: true }),
      passwordHash: null,
      bot: {
        type: request.botType,
        ownerId: await prove(tx, 'api-key', caller.userId),
        isSystemBot: false,
      },
    });
    await audit(tx, {
      action: 'bot.created',
      userId: person.userId,
      details: { type: request.botType },
    });
    return {
      userId: person.userId,
      apiKey: handOut('API key', apiKey, tx.call.principal),
      botJson: botJson(person),
    };
  });
}

/** Errors for the types of bots that the API has and this server does not support. */
const notSupported: Readonly<Record<number, ErrorMessage>> = {
  [BOT_TYPE.embedded]: 'Embedded bots are not supported by this server.',
};

/** Checks that the caller may create a bot of a type. @throws BAD_REQUEST otherwise */
async function requireBotPermission(tx: TxScope, caller: Person, type: number): Promise<void> {
  if (!Object.values<number>(BOT_TYPE).includes(type)) throw errors.badRequest('Invalid bot type');
  const unsupported = notSupported[type];
  if (unsupported) throw errors.badRequest(unsupported);
  const holds = (permission: 'can_create_bots_group' | 'can_create_write_only_bots_group') =>
    holdsPermission(tx, caller, permission);
  const may =
    !caller.isBot &&
    ((await holds('can_create_bots_group')) ||
      (type === BOT_TYPE.incomingWebhook && (await holds('can_create_write_only_bots_group'))));
  if (!may) throw errors.notPermitted();
}
