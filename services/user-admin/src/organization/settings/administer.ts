import { errors } from '@parley/core';
import { isAdministrator, isOwner } from '../../kernel/domain/authority.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { Scope, TxScope } from '../../kernel/scope.ts';
import { lockOrganization } from '../db/organization.ts';

/** The lowest role that may make a change. */
export type RequiredRole = 'administrators' | 'owners';

/**
 * Makes a change of the organization in one transaction, when the caller has the required role. Such changes are
 * serialized on all replicas: events carry whole lists, so the last event must be the one of the last change.
 * @throws UNAUTHORIZED_PRINCIPAL when the caller has a lower role
 */
export function administer<T>(
  scope: Scope,
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

/** Checks that the caller has the required role. @throws UNAUTHORIZED_PRINCIPAL */
export function requireRole(caller: Person, required: RequiredRole): void {
  if (required === 'owners' && !isOwner(caller)) throw errors.ownerRequired();
  if (!isAdministrator(caller)) throw errors.administratorRequired();
}
