import { roles, type UserId } from '@parley/rules';
import { findUser } from '../kernel/db/people.ts';
import { isOwner, noSuchUser, requireAdministrator, requireOwner } from '../kernel/domain/authority.ts';
import type { Person } from '../kernel/domain/person.ts';
import type { TxScope } from '../kernel/scope.ts';

/**
 * Returns a person whose sessions the caller may list and end. Administrators may do this, but for an owner only owners.
 * @throws BAD_REQUEST for a bot or an unknown account, and when the caller is no administrator; UNAUTHORIZED_PRINCIPAL for an
 * owner when the caller is none
 */
export async function administeredPerson(tx: TxScope, userId: UserId): Promise<Person> {
  const caller = await tx.caller();
  requireAdministrator(caller);
  const person = await findUser(tx, userId);
  if (!person || person.isBot) throw noSuchUser();
  if (person.role === roles.owner && !isOwner(caller)) requireOwner(caller);
  return person;
}
