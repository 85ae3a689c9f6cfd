import type { Queryable } from '@parley/db';
import { emailKey } from '@parley/rules';
import { findUserByEmail } from '../kernel/db/people.ts';
import { noSuchUser } from '../kernel/domain/authority.ts';
import type { Person } from '../kernel/domain/person.ts';

/**
 * Returns the person with a real address or API address. Operators refer to people by address.
 * @throws BAD_REQUEST when no account has the address, and for a system bot
 */
export async function requirePersonByEmail(db: Queryable, email: string): Promise<Person> {
  const person = await findUserByEmail(db, emailKey(email));
  if (!person || person.isSystemBot) throw noSuchUser();
  return person;
}
