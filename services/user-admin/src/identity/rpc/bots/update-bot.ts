import { errors } from '@parley/core';
import type { UpdateBotRequest, UpdateBotResponse } from '@parley/proto/useradmin/v1/people';
import type { Call } from '@parley/rpc';
import { audit } from '../../../kernel/audit.ts';
import { requireCaller } from '../../../kernel/caller.ts';
import { findUser, lockRoles, shareRoles } from '../../../kernel/db/people.ts';
import { readRealm } from '../../../kernel/db/realm.ts';
import { isAdministrator, requireAdministrator } from '../../../kernel/domain/authority.ts';
import type { Person } from '../../../kernel/domain/person.ts';
import { changeAccount, checkNewName } from '../../accounts/change-account.ts';
import { requireOwnBot } from '../../accounts/own-bot.ts';
import type { Ctx } from '../../context.ts';
import { decideRole } from '../../domain/people-rules.ts';
import { botJson } from '../../domain/present-user.ts';

/** Name, owner and role of a bot. @throws BAD_REQUEST, UNAUTHORIZED */
export async function updateBot(ctx: Ctx, request: UpdateBotRequest, call: Call): Promise<UpdateBotResponse> {
  ctx.writeGuard.check();
  return ctx.db.tx(async (tx) => {
    if (request.role !== undefined) await lockRoles(tx);
    else if (request.ownerUserId !== undefined) await shareRoles(tx);
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
    if (Object.keys(changes).length === 0) return { botJson: botJson(bot) };
    const after = await changeAccount(tx, realm, call, bot, changes);
    await audit(tx, call, { action: 'bot.changed', userId: bot.userId, details: changes });
    return { botJson: botJson(after) };
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
