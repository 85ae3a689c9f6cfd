import { errors } from '@parley/core';
import type {
  AddBotRequest,
  AddBotResponse,
  ListBotsRequest,
  ListBotsResponse,
  UpdateBotRequest,
  UpdateBotResponse,
} from '@parley/proto/useradmin/v1/people';
import type { Call } from '@parley/rpc';
import { changeAccount, checkNewName } from '../account-changes.ts';
import { createAccount } from '../accounts.ts';
import { audit } from '../audit.ts';
import type { Ctx } from '../context.ts';
import { type Realm, readRealm } from '../db/realm.ts';
import { findUser, listBots, lockRoles } from '../db/users.ts';
import { checkEmail } from '../domain/account-rules.ts';
import { decideRole, isAdministrator, requireAdministrator } from '../domain/change-rules.ts';
import { BOT_TYPE, type Person, ROLE } from '../domain/person.ts';
import { presentBot } from '../domain/present-user.ts';
import { holdsPermission } from '../permissions.ts';
import { requireCaller } from './caller.ts';
import { requireOwnBot } from './regenerate-api-key.ts';

/** A new bot of the caller's. */
export async function addBot(ctx: Ctx, request: AddBotRequest, call: Call): Promise<AddBotResponse> {
  ctx.writeGuard.check();
  const deliveryEmail = botEmail(request.shortName, ctx.config.host);
  return ctx.db.tx(async (tx) => {
    const caller = await requireCaller(tx, call);
    const realm = await readRealm(tx, ctx.config);
    await requireBotMaker(ctx, realm, caller, request.botType);
    const fullName = await checkNewName(tx, realm, request.fullName, 0);
    const { person, apiKey } = await createAccount(ctx, tx, realm, {
      deliveryEmail,
      fullName,
      role: Math.max(ROLE.member, caller.role),
      passwordHash: null,
      bot: { type: request.botType, ownerId: caller.userId, isSystemBot: false },
    });
    await audit(tx, call, {
      action: 'bot.created',
      userId: person.userId,
      details: { type: request.botType },
    });
    return { userId: person.userId, apiKey, botJson: jsonOf(person) };
  });
}

const jsonOf = (bot: Person): Buffer => Buffer.from(JSON.stringify(presentBot(bot)));

/** @throws BAD_REQUEST when the caller may not have such a bot */
async function requireBotMaker(ctx: Ctx, realm: Realm, caller: Person, type: number): Promise<void> {
  if (type !== BOT_TYPE.generic && type !== BOT_TYPE.incomingWebhook) {
    throw errors.badRequest('Invalid bot type');
  }
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

/** Bots of the caller. */
export async function listOwnBots(
  ctx: Ctx,
  _request: ListBotsRequest,
  call: Call,
): Promise<ListBotsResponse> {
  const caller = await requireCaller(ctx.db, call);
  const bots = (await listBots(ctx.db, caller.userId)).filter((bot) => bot.isActive);
  return { botsJson: Buffer.from(JSON.stringify(bots.map(presentBot))) };
}

/** Name, owner and role of a bot. */
export async function updateBot(ctx: Ctx, request: UpdateBotRequest, call: Call): Promise<UpdateBotResponse> {
  ctx.writeGuard.check();
  return ctx.db.tx(async (tx) => {
    if (request.role !== undefined) await lockRoles(tx);
    const caller = await requireCaller(tx, call);
    const bot = await requireOwnBot(tx, caller, request.botUserId);
    const realm = await readRealm(tx, ctx.config);
    const changes: Partial<Person> = {};
    if (request.fullName !== undefined && request.fullName.trim() !== bot.fullName) {
      changes.fullName = await checkNewName(tx, realm, request.fullName, bot.userId);
    }
    if (request.role !== undefined && request.role !== bot.role) {
      requireAdministrator(caller);
      changes.role = decideRole(caller, bot, request.role, Number.POSITIVE_INFINITY);
    }
    if (request.ownerUserId !== undefined && request.ownerUserId !== bot.botOwnerId) {
      changes.botOwnerId = await checkOwner(tx, caller, request.ownerUserId);
    }
    if (Object.keys(changes).length === 0) return { botJson: jsonOf(bot) };
    const after = await changeAccount(tx, realm, call, bot, changes);
    await audit(tx, call, { action: 'bot.changed', userId: bot.userId, details: changes });
    return { botJson: jsonOf(after) };
  });
}

/** Administrators give a bot to anybody; its owner may not give it away. @throws BAD_REQUEST */
async function checkOwner(
  tx: Parameters<typeof findUser>[0],
  caller: Person,
  userId: number,
): Promise<number> {
  if (!isAdministrator(caller)) throw errors.notPermitted();
  const owner = await findUser(tx, userId);
  if (!owner) throw errors.badRequest('Failed to change owner, no such user');
  if (!owner.isActive) throw errors.badRequest('Failed to change owner, user is deactivated');
  if (owner.isBot) throw errors.badRequest("Failed to change owner, bots can't own other bots");
  return userId;
}
