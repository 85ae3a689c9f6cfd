/** Decides who has authority over the organization and its people. No I/O. */
import { errors, type ParleyError } from '@parley/core';
import { roles } from '@parley/rules';
import type { Person } from './person.ts';

export const isAdministrator = (person: Pick<Person, 'isActive' | 'role'>): boolean =>
  person.isActive && person.role <= roles.administrator;

export const isOwner = (person: Pick<Person, 'isActive' | 'role'>): boolean =>
  person.isActive && person.role === roles.owner;

/** Also for a person whom the caller may not see, so that the caller cannot tell the difference. */
export const noSuchUser = (): ParleyError => errors.badRequest('No such user');

/** Checks that the caller is an active administrator or owner. @throws BAD_REQUEST otherwise */
export function requireAdministrator(caller: Person): void {
  if (!isAdministrator(caller)) throw errors.notPermitted();
}

/** Checks that the caller is an active owner. @throws UNAUTHORIZED_PRINCIPAL otherwise */
export function requireOwner(caller: Person): void {
  if (!isOwner(caller)) throw errors.ownerRequired();
}
