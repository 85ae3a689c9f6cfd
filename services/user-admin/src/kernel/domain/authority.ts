/** Decides who has authority over the organization and its people. Does no I/O. */
import { errors, type ParleyError } from '@parley/core';
import { roles } from '@parley/rules';
import type { Person } from './person.ts';

/** Returns whether the person is an active administrator or owner. */
export const isAdministrator = (person: Pick<Person, 'isActive' | 'role'>): boolean =>
  person.isActive && person.role <= roles.administrator;

/** Returns whether the person is an active owner. */
export const isOwner = (person: Pick<Person, 'isActive' | 'role'>): boolean =>
  person.isActive && person.role === roles.owner;

/** Returns the error for an unknown person. A person that the caller does not see gets the same error. */
export const noSuchUser = (): ParleyError => errors.badRequest('No such user');

/** Checks that the caller may administer people. @throws BAD_REQUEST */
export function requireAdministrator(caller: Person): void {
  if (!isAdministrator(caller)) throw errors.notPermitted();
}

/** Checks that the caller is an owner. @throws BAD_REQUEST */
export function requireOwner(caller: Person): void {
  if (!isOwner(caller)) throw errors.ownerRequired();
}
