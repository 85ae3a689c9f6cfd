/** Who has authority over the organization and its people. No I/O. */
import { errors, type ParleyError } from '@parley/core';
import { roles } from '@parley/rules';
import type { Person } from './person.ts';

/** Returns whether the person is an active administrator or owner. */
export const isAdministrator = (person: Pick<Person, 'isActive' | 'role'>): boolean =>
  person.isActive && person.role <= roles.administrator;

/** Returns whether the person is an active owner. */
export const isOwner = (person: Pick<Person, 'isActive' | 'role'>): boolean =>
  person.isActive && person.role === roles.owner;

/** Returns the error for an unknown person, and equally for a person that the caller does not see. */
export const noSuchUser = (): ParleyError => errors.badRequest('No such user');

/** @throws BAD_REQUEST when the caller may not administer people */
export function requireAdministrator(caller: Person): void {
  if (!isAdministrator(caller)) throw errors.notPermitted();
}

/** @throws BAD_REQUEST when the caller is not an owner */
export function requireOwner(caller: Person): void {
  if (!isOwner(caller)) throw errors.ownerRequired();
}
