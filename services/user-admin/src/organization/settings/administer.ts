import { errors } from '@parley/core';
import { isAdministrator, isOwner } from '../../kernel/domain/authority.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { DbScope, TxScope } from '../../kernel/scope.ts';
import { lockOrganization } from '../db/organization.ts';

export type RequiredRole = 'administrators' | 'owners';

/**
 * Changes the organization in one transaction. Checks that the caller has the required role. All such changes are serialized on
 * all replicas. This is needed because an event contains a whole list: the last event must belong to the last change.
 * @throws UNAUTHORIZED_PRINCIPAL when the caller has a lower role
 */
export function administer<T>(
  scope: DbScope,
  required: RequiredRole,
  change: (tx: TxScope, caller: Person) => Promise<T>,
): Promise<T> {
  return scope.write(async (tx) => {
    const caller = await tx.caller();
    requireRole(caller, required);
    await lockOrganization(tx);
    return change(tx, caller);
  });
}

/** Checks that the caller has the required role or a higher one. @throws UNAUTHORIZED_PRINCIPAL otherwise */
export function requireRole(caller: Person, required: RequiredRole): void {
  if (required === 'owners' && !isOwner(caller)) throw errors.ownerRequired();
  if (!isAdministrator(caller)) throw errors.administratorRequired();
}
