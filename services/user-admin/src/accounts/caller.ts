import { errors } from '@parley/core';
import type { Queryable } from '@parley/db';
import { type Call, requirePrincipal } from '@parley/rpc';
import { findUser } from '../db/users.ts';
import type { Person } from '../domain/person.ts';

/** The person the call acts for. @throws UNAUTHORIZED without one, USER_DEACTIVATED when they are gone. */
export async function requireCaller(db: Queryable, call: Call): Promise<Person> {
  const person = await findUser(db, requirePrincipal(call).userId);
  if (!person) throw errors.unauthorized();
  if (!person.isActive) throw errors.userDeactivated();
  return person;
}

/** @throws UNAUTHORIZED_PRINCIPAL when the call acts for a person: only operators may. */
export function requireOperator(call: Call): void {
  if (call.principal) throw errors.unauthorizedPrincipal('This is for operators of the server.');
}
