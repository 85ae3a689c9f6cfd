import type { Queryable } from '@parley/db';
import { emailKey } from '@parley/rules';
import { findUserByEmail } from '../kernel/db/people.ts';
import { noSuchUser } from '../kernel/domain/authority.ts';
import type { Person } from '../kernel/domain/person.ts';

/** By real or API address. @throws BAD_REQUEST when no account has it, and for a system bot */
export async function requirePersonByEmail(db: Queryable, email: string): Promise<Person> {
  const person = await findUserByEmail(db, emailKey(email));
  if (!person || person.isSystemBot) throw noSuchUser();
  return person;
}
