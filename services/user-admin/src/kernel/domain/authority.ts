/** Who has authority over the organization and its people. No I/O. */
import { errors, type ParleyError } from '@parley/core';
import { roles } from '@parley/rules';
import type { Person } from './person.ts';

/** Administrators and owners, while they are active. */
export const isAdministrator = (person: Person): boolean =>
  person.isActive && person.role <= roles.administrator;

/** Owners, while they are active. */
export const isOwner = (person: Person): boolean => person.isActive && person.role === roles.owner;

/** One answer for people who are not there and people whom the caller may not see. */
export const noSuchUser = (): ParleyError => errors.badRequest('No such user');

/** @throws when the caller may not administer people. */
export function requireAdministrator(caller: Person): void {
  if (!isAdministrator(caller)) throw errors.notPermitted();
}

/** @throws when the organization may not be administered by the caller, with the words of owners' operations. */
export function requireOwner(caller: Person): void {
  if (!isOwner(caller)) throw errors.ownerRequired();
}
