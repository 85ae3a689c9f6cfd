import { errors } from '@parley/core';
import type { AddBotRequest, AddBotResponse } from '@parley/proto/useradmin/v1/people';
import type { Call } from '@parley/rpc';
import { roles } from '@parley/rules';
import { audit } from '../../../kernel/audit.ts';
import { requireCaller, requireStill } from '../../../kernel/caller.ts';
import { lockUser } from '../../../kernel/db/people.ts';
import { readRealm } from '../../../kernel/db/realm.ts';
import { BOT_TYPE, type Person } from '../../../kernel/domain/person.ts';
import type { Realm } from '../../../kernel/domain/realm.ts';
import { holdsPermission } from '../../../organization/settings/permissions.ts';
import { checkNewName } from '../../accounts/change-account.ts';
import { createAccount } from '../../accounts/create-account.ts';
import type { Ctx } from '../../context.ts';
import { countBots } from '../../db/users.ts';
import { checkEmail } from '../../domain/account-rules.ts';
import { botJson } from '../../domain/present-user.ts';

/** Bots of one person: accounts are never deleted. */
const maxBots = 1_000;

/** A new bot of the caller's. @throws BAD_REQUEST, UNAUTHORIZED */
export async function addBot(ctx: Ctx, request: AddBotRequest, call: Call): Promise<AddBotResponse> {
  ctx.writeGuard.check();
  const deliveryEmail = botEmail(request.shortName, ctx.config.host);
  return ctx.db.tx(async (tx) => {
    const caller = await requireCaller(tx, call);
    await requireStill(tx, caller);
    const realm = await readRealm(tx, ctx.config);
    await requireBotMaker(ctx, realm, caller, request.botType);
    // Who makes several at once makes one after the other: all are counted.
    await lockUser(tx, caller.userId);
    if ((await countBots(tx, caller.userId)) >= maxBots) {
      throw errors.badRequest(`You cannot have more than ${maxBots} bots, deactivated ones included.`);
    }
    const fullName = await checkNewName(tx, realm, request.fullName, 0);
    const { person, apiKey } = await createAccount(ctx, tx, realm, {
      deliveryEmail,
      fullName,
      role: Math.max(roles.member, caller.role),
      passwordHash: null,
      bot: { type: request.botType, ownerId: caller.userId, isSystemBot: false },
    });
    await audit(tx, call, {
      action: 'bot.created',
      userId: person.userId,
      details: { type: request.botType },
    });
    return { userId: person.userId, apiKey, botJson: botJson(person) };
  });
}

/** Kinds that the protocol knows and that this server does not run. */
const notSupported: Readonly<Record<number, string>> = {
  [BOT_TYPE.outgoingWebhook]: 'Outgoing webhook',
  [BOT_TYPE.embedded]: 'Embedded',
};

/** @throws BAD_REQUEST when the caller may not have such a bot */
async function requireBotMaker(ctx: Ctx, realm: Realm, caller: Person, type: number): Promise<void> {
  if (!Object.values<number>(BOT_TYPE).includes(type)) throw errors.badRequest('Invalid bot type');
  const lacking = notSupported[type];
  if (lacking) throw errors.badRequest(`${lacking} bots are not supported by this server.`);
  const holds = (permission: 'can_create_bots_group' | 'can_create_write_only_bots_group') =>
    holdsPermission(ctx.db, realm, caller, permission);
  const may =
    !caller.isBot &&
    ((await holds('can_create_bots_group')) ||
      (type === BOT_TYPE.incomingWebhook && (await holds('can_create_write_only_bots_group'))));
  if (!may) throw errors.notPermitted();
}

/** @throws BAD_REQUEST when the name makes no address */
function botEmail(shortName: string, host: string): string {
  const short = shortName.trim().replace(/-bot$/, '');
  if (!/^[\p{L}\p{N}._-]{1,50}$/u.test(short)) throw errors.badRequest('Bad name or username');
  // A bare host name or number is no mail domain, yet it is what made-up addresses end with.
  return checkEmail(`${short}-bot@${host}`, host);
}
