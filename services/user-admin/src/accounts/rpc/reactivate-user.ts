import { errors } from '@parley/core';
import type { ReactivateUserRequest, ReactivateUserResponse } from '@parley/proto/useradmin/v1/people';
import { roles } from '@parley/rules';
import { audit } from '../../kernel/audit.ts';
import { lockRoles } from '../../kernel/db/people.ts';
import { isAdministrator, isOwner, noSuchUser, requireAdministrator } from '../../kernel/domain/authority.ts';
import type { Person } from '../../kernel/domain/person.ts';
import { prove, proveRole } from '../../kernel/proof.ts';
import type { DbScope, TxScope } from '../../kernel/scope.ts';
import type { AccountChanges } from '../../people/db/users.ts';
import { managesBot } from '../../people/domain/account-permissions.ts';
import { hasActiveOwner } from '../../people/managed-bot.ts';
import { lockExisting } from '../change-account.ts';
import type { Ctx } from '../context.ts';
import { reactivateAccount } from '../reactivate-account.ts';
import { lowerBot } from '../roles/lower-bots.ts';

/**
 * Reactivates a person or a bot, whose earlier API keys stay invalid. The bots of a reactivated person stay deactivated. A bot
 * gets no higher role than a caller has who is its owner and no administrator. If the owner of a reactivated bot is
 * deactivated, the caller becomes its owner. A caller who is a bot cannot become the owner and is refused, because the owner of
 * an active bot must be an active person.
 * @throws BAD_REQUEST when the caller may not reactivate the account, no such account exists, it is already active or a system
 * bot, the person has been erased, or the bot would have no active owner; UNAUTHORIZED_PRINCIPAL when the person is an owner
 * and the caller is not; the errors of `proveRole` for the role that the account gets again
 */
export async function reactivateUser(
  ctx: Ctx,
  { userId }: ReactivateUserRequest,
  scope: DbScope,
): Promise<ReactivateUserResponse> {
  await scope.write(async (tx) => {
    await lockRoles(tx);
    const caller = await tx.caller();
    const target = await lockExisting(tx, userId).catch((error) => {
      // Callers who are not administrators get the same error as for an existing account, so that they cannot find out whether
      // the account exists.
      requireAdministrator(caller);
      throw error;
    });
    if (!managesBot(caller, target)) requireAdministrator(caller);
    if (target.isSystemBot) throw noSuchUser();
    if (target.isActive) throw errors.badRequest('User is already active');
    if (target.role === roles.owner && !isOwner(caller)) {
      throw errors.ownerRequired();
    }
    const ownership = await newOwnership(tx, target, caller);
    // Only administrators give roles. Another owner of a bot gives it none above their own.
    const before = isAdministrator(caller) ? target : await lowerBot(tx, target, caller.role);
    const role = await proveRole(tx, before.role, before);
    await reactivateAccount(ctx, tx, before, { ...ownership, role });
    await audit(tx, { action: 'user.reactivated', userId, details: ownership });
  });
  return {};
}

/** No change for an active owner. @throws BAD_REQUEST for a bot: no other person becomes the owner unasked. */
async function newOwnership(
  tx: TxScope,
  target: Person,
  caller: Person,
): Promise<Pick<AccountChanges, 'botOwnerId'>> {
  if (await hasActiveOwner(tx, target)) return {};
  if (caller.isBot) throw errors.badRequest('The owner of the bot is deactivated.');
  return { botOwnerId: await prove(tx, 'api-key', caller.userId) };
}
