import { errors } from '@parley/core';
import type { Tx } from '@parley/db';
import type { Call } from '@parley/rpc';
import { requireCaller } from '../../kernel/caller.ts';
import { isAdministrator, isOwner } from '../../kernel/domain/authority.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { Ctx } from '../context.ts';
import { lockOrganization } from '../db/organization.ts';

/** Who may make a change to what holds for everyone. */
export type Administrators = 'administrators' | 'owners';

/**
 * Changes something of the organization, in one transaction, for an administrator or owner. Such changes take
 * turns on all replicas: their events carry whole lists, so that the last event must be the last change.
 * @throws BAD_REQUEST for everybody else
 */
export async function administer<T>(
  ctx: Ctx,
  call: Call,
  who: Administrators,
  change: (tx: Tx, caller: Person) => Promise<T>,
): Promise<T> {
  ctx.writeGuard.check();
  return ctx.db.tx(async (tx) => {
    const caller = await requireCaller(tx, call);
    requireRole(caller, who);
    await lockOrganization(tx);
    return change(tx, caller);
  });
}

/** @throws UNAUTHORIZED_PRINCIPAL when the caller is not one of them */
export function requireRole(caller: Person, who: Administrators): void {
  if (who === 'owners' && !isOwner(caller)) throw errors.ownerRequired();
  if (!isAdministrator(caller)) throw errors.administratorRequired();
}
