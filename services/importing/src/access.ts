import type { Call } from '@parley/rpc';
import type { Ctx } from './context.ts';

/**
 * Checks that a call is one of an owner, or of an operator. Returns the ID of the owner; 0 for an operator.
 * @param changes whether the call starts, stops or removes an import
 * @throws UNAUTHORIZED_PRINCIPAL, and the errors of a missing proof
 */
export async function requireOwner(ctx: Ctx, call: Call, changes = false): Promise<number> {
  return (await ctx.clients.userAdmin.authorizeImport({ changes }, call)).userId;
}
