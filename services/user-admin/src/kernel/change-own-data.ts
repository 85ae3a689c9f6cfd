import { errors } from '@parley/core';
import { requireConnection, requirePrincipal } from '@parley/rpc';
import { lockUser } from './db/people.ts';
import type { Person } from './domain/person.ts';
import type { DbScope, TxScope } from './scope.ts';

/**
 * Changes personal data of the caller in one transaction, which locks the caller's account. The lock serializes the changes of
 * one person on all replicas. This is needed because some events contain a whole list, such as all alert words: the last event
 * must belong to the last change. Does not commit when the connection to the caller is lost, because the caller may have
 * repeated the call elsewhere.
 */
export function changeOwnData<T>(
  scope: DbScope,
  change: (tx: TxScope, caller: Person) => Promise<T>,
): Promise<T> {
  return scope.write(
    async (tx) => {
      const caller = await lockUser(tx, requirePrincipal(tx.call).userId);
      if (!caller) throw errors.unauthorized();
      if (!caller.isActive) throw errors.userDeactivated();
      return change(tx, caller);
    },
    { check: () => requireConnection(scope.call) },
  );
}
