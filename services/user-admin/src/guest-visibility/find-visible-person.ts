import type { Queryable } from '@parley/db';
import type { UserReference } from '@parley/proto/useradmin/v1/people';
import { emailKey, isAddressOf } from '@parley/rules';
import { findUser, findUserByEmail } from '../kernel/db/people.ts';
import { noSuchUser } from '../kernel/domain/authority.ts';
import type { Person } from '../kernel/domain/person.ts';
import type { DbScope, TxScope } from '../kernel/scope.ts';
import { visibleTo } from './visible-people.ts';

/**
 * Returns the person to whom a viewer refers: by ID, by API address, or by real address if the viewer may see it
 * (docs/api/users-and-groups.md#updating-a-user).
 * @throws BAD_REQUEST for an unknown person, a person whom the viewer may not see, and a system bot
 */
export async function resolveReference(
  scope: DbScope | TxScope,
  viewer: Person,
  reference: UserReference | undefined,
): Promise<Person> {
  const user = reference?.user;
  const person =
    user?.$case === 'userId'
      ? await findUser(scope, user.userId)
      : user?.$case === 'email'
        ? await findByVisibleEmail(scope, viewer, emailKey(user.email))
        : undefined;
  if (!person || person.isSystemBot) throw noSuchUser();
  if (!(await visibleTo(scope, viewer))(person)) throw noSuchUser();
  return person;
}

async function findByVisibleEmail(db: Queryable, viewer: Person, key: string): Promise<Person | undefined> {
  const person = await findUserByEmail(db, key);
  return person && isAddressOf(person, key, viewer) ? person : undefined;
}
