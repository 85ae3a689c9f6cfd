import type { Queryable } from '@parley/db';
import type { UserReference } from '@parley/proto/useradmin/v1/people';
import { emailKey, isAddressOf } from '@parley/rules';
import { findUser, findUserByEmail } from './db/people.ts';
import { noSuchUser } from './domain/authority.ts';
import type { Person } from './domain/person.ts';
import type { Realm } from './domain/realm.ts';
import { visibleTo } from './viewers.ts';

/**
 * Whom a caller means: an ID, the API address, or the real address if they may see it (specification, 6).
 * @throws BAD_REQUEST for nobody, for whom the caller does not see, and for the server's own bots.
 */
export async function resolveReference(
  db: Queryable,
  realm: Realm,
  viewer: Person,
  reference: UserReference | undefined,
): Promise<Person> {
  const user = reference?.user;
  const person =
    user?.$case === 'userId'
      ? await findUser(db, user.userId)
      : user?.$case === 'email'
        ? await findByVisibleEmail(db, viewer, emailKey(user.email))
        : undefined;
  if (!person || person.isSystemBot) throw noSuchUser();
  if (!(await visibleTo(db, realm, viewer))(person)) throw noSuchUser();
  return person;
}

async function findByVisibleEmail(db: Queryable, viewer: Person, key: string): Promise<Person | undefined> {
  const person = await findUserByEmail(db, key);
  return person && isAddressOf(person, key, viewer) ? person : undefined;
}
