import { errors } from '@parley/core';
import { type Call, isOfOperator, requirePrincipal } from '@parley/rpc';
import { roles } from '@parley/rules';
import type { Ctx } from './context.ts';

/**
 * Checks that a call is one of an owner, or of an operator. Returns the ID of the owner; 0 for an operator.
 * @throws UNAUTHORIZED_PRINCIPAL
 */
export async function requireOwner(ctx: Ctx, call: Call): Promise<number> {
  if (isOfOperator(call)) return 0;
  const { userId, keyScope } = requirePrincipal(call);
  if (keyScope) throw errors.keyLimited();
  const { users } = await ctx.clients.userAdmin.resolveUsers(
    { userIds: [userId], emails: [], fullName: '' },
    call,
  );
  const caller = users.find((user) => user.userId === userId);
  if (!caller?.isActive || caller.role > roles.owner) throw errors.ownerRequired();
  return userId;
}
