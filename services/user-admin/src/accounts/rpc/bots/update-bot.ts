import { errors } from '@parley/core';
import type { UpdateBotRequest, UpdateBotResponse } from '@parley/proto/useradmin/v1/people';
import { emailKey, type UserId } from '@parley/rules';
import { audit, valuesChanged } from '../../../kernel/audit.ts';
import { findUser, lockRoles, lockRolesForShare } from '../../../kernel/db/people.ts';
import { isAdministrator, requireAdministrator } from '../../../kernel/domain/authority.ts';
import type { Person } from '../../../kernel/domain/person.ts';
import { prove, proveRole } from '../../../kernel/proof.ts';
import type { DbScope, TxScope } from '../../../kernel/scope.ts';
import type { AccountChanges } from '../../../people/db/users.ts';
import { decideRole } from '../../../people/domain/account-permissions.ts';
import { botEmail } from '../../../people/domain/bot-email.ts';
import { botJson } from '../../../people/domain/present-user.ts';
import { lockManagedBot } from '../../../people/managed-bot.ts';
import { changeAccount, checkNewName } from '../../change-account.ts';
import type { Ctx } from '../../context.ts';

/**
 * Changes the name, address, owner and role of a bot.
 * @throws BAD_REQUEST when no such bot exists, the caller may not manage it or may not make the change, a value is invalid, or
 * the name or address is taken; UNAUTHORIZED_PRINCIPAL when only owners may change the role; the errors of `prove` for a new
 * role or owner
 */
export async function updateBot(
  _ctx: Ctx,
  request: UpdateBotRequest,
  scope: DbScope,
): Promise<UpdateBotResponse> {
  return scope.write(async (tx) => {
    if (request.role !== undefined) await lockRoles(tx);
    else if (request.ownerUserId !== undefined) await lockRolesForShare(tx);
    const caller = await tx.caller();
    const bot = await lockManagedBot(tx, caller, request.botUserId);
    const changes: AccountChanges = {};
    if (request.fullName !== undefined && request.fullName.trim() !== bot.fullName) {
      changes.fullName = await checkNewName(tx, request.fullName, bot.userId);
    }
    if (request.shortName !== undefined) {
      const email = botEmail(request.shortName, (await tx.organization()).host);
      if (emailKey(email) !== emailKey(bot.deliveryEmail)) {
        changes.deliveryEmail = await prove(tx, 'address', email);
      }
    }
    if (request.role !== undefined && request.role !== bot.role) {
      requireAdministrator(caller);
      const role = decideRole(caller, bot, request.role, Number.POSITIVE_INFINITY);
      changes.role = await proveRole(tx, role, bot);
    }
    if (request.ownerUserId !== undefined && request.ownerUserId !== bot.botOwnerId) {
      const ownerId = await checkOwner(tx, caller, request.ownerUserId);
      changes.botOwnerId = await prove(tx, 'api-key', ownerId);
    }
    if (Object.keys(changes).length === 0) return { botJson: botJson(bot) };
    const after = await changeAccount(tx, bot, changes);
    await audit(tx, { action: 'bot.changed', userId: bot.userId, details: valuesChanged(bot, changes) });
    return { botJson: botJson(after) };
  });
}

/** Only administrators may. Returns the person's ID. @throws BAD_REQUEST otherwise */
async function checkOwner(tx: TxScope, caller: Person, userId: UserId): Promise<UserId> {
  if (!isAdministrator(caller)) throw errors.notPermitted();
  const owner = await findUser(tx, userId);
  if (!owner) throw errors.badRequest('Failed to change owner, no such user');
  if (!owner.isActive) throw errors.badRequest('Failed to change owner, user is deactivated');
  if (owner.isBot) throw errors.badRequest("Failed to change owner, bots can't own other bots");
  return userId;
}
