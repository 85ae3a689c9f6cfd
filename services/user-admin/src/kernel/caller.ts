import { errors } from '@parley/core';
import type { Queryable, Tx } from '@parley/db';
import { type Call, requirePrincipal } from '@parley/rpc';
import { findUser, shareRoles } from './db/people.ts';
import type { Person } from './domain/person.ts';

/** The person the call acts for. @throws UNAUTHORIZED without one, USER_DEACTIVATED when they are gone. */
export async function requireCaller(db: Queryable, call: Call): Promise<Person> {
  const person = await findUser(db, requirePrincipal(call).userId);
  if (!person) throw errors.unauthorized();
  if (!person.isActive) throw errors.userDeactivated();
  return person;
}

/**
 * Looks again at the person for whom something was decided, in the transaction that makes what outlasts them (accounts,
 * bots, invitations): until it ends they are neither deactivated nor demoted, and who ends what they leave behind finds it.
 * @throws USER_DEACTIVATED, BAD_REQUEST when they lost a role since it was decided
 */
export async function requireStill(tx: Tx, decidedFor: Person): Promise<void> {
  await shareRoles(tx);
  const now = await findUser(tx, decidedFor.userId);
  if (!now?.isActive) throw errors.userDeactivated();
  if (now.role > decidedFor.role) throw errors.notPermitted();
}

/** @throws UNAUTHORIZED_PRINCIPAL when the call acts for a person: only operators may. */
export function requireOperator(call: Call): void {
  if (call.principal) throw errors.unauthorizedPrincipal('This is for operators of the server.');
}
