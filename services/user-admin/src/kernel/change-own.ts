import { errors } from '@parley/core';
import type { Tx } from '@parley/db';
import { type Call, requirePrincipal } from '@parley/rpc';
import type { Ctx } from './context.ts';
import { lockUser } from './db/people.ts';
import type { Person } from './domain/person.ts';

/**
 * Changes something that a person keeps for themselves, in one transaction. Changes of one person take turns on
 * all replicas: their events carry whole lists, so that the last event must be the last change.
 */
export async function changeOwn<T>(
  ctx: Ctx,
  call: Call,
  change: (tx: Tx, caller: Person) => Promise<T>,
): Promise<T> {
  ctx.writeGuard.check();
  return ctx.db.tx(async (tx) => {
    const caller = await lockUser(tx, requirePrincipal(call).userId);
    if (!caller) throw errors.unauthorized();
    if (!caller.isActive) throw errors.userDeactivated();
    return change(tx, caller);
  });
}
