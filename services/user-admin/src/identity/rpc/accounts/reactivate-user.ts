import { errors } from '@parley/core';
import type { Tx } from '@parley/db';
import type { ReactivateUserRequest, ReactivateUserResponse } from '@parley/proto/useradmin/v1/people';
import type { Call } from '@parley/rpc';
import { roles } from '@parley/rules';
import { audit } from '../../../kernel/audit.ts';
import { requireCaller } from '../../../kernel/caller.ts';
import { findUser, lockRoles } from '../../../kernel/db/people.ts';
import { readRealm } from '../../../kernel/db/realm.ts';
import { isOwner, noSuchUser, requireAdministrator } from '../../../kernel/domain/authority.ts';
import type { Person } from '../../../kernel/domain/person.ts';
import { changeAccount, lockExisting } from '../../accounts/change-account.ts';
import type { Ctx } from '../../context.ts';
import { managesBot } from '../../domain/people-rules.ts';

/**
 * Somebody is back in the organization (contract, `reactivate-user`). Their bots stay away until they are called
 * back; a bot whose owner is gone is from then on whose who called it back.
 * @throws BAD_REQUEST, UNAUTHORIZED_PRINCIPAL, UNAUTHORIZED
 */
export async function reactivateUser(
  ctx: Ctx,
  { userId }: ReactivateUserRequest,
  call: Call,
): Promise<ReactivateUserResponse> {
  ctx.writeGuard.check();
  await ctx.db.tx(async (tx) => {
    await lockRoles(tx);
    const caller = await requireCaller(tx, call);
    const target = await lockExisting(tx, userId).catch((error) => {
      requireAdministrator(caller); // who may not know gets one answer for all
      throw error;
    });
    if (!managesBot(caller, target)) requireAdministrator(caller);
    if (target.isSystemBot) throw noSuchUser();
    if (target.isActive) throw errors.badRequest('User is already active');
    if (target.role === roles.owner && !isOwner(caller)) {
      throw errors.ownerRequired();
    }
    const realm = await readRealm(tx, ctx.config);
    const ownership = caller.isBot ? {} : await newOwnership(tx, target, caller);
    await changeAccount(tx, realm, call, target, { isActive: true, ...ownership });
    await audit(tx, call, { action: 'user.reactivated', userId, details: ownership });
  });
  return {};
}

/** Nobody who has left has a bot that is there. */
async function newOwnership(tx: Tx, target: Person, caller: Person): Promise<Partial<Person>> {
  if (!target.isBot || (await findUser(tx, target.botOwnerId))?.isActive) return {};
  return { botOwnerId: caller.userId };
}
