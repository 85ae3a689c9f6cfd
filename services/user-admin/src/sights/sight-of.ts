import type { Queryable } from '@parley/db';
import type { Audience } from '@parley/proto/events/v1/event';
import type { Realm } from '../db/realm.ts';
import { listSights, listViewers } from '../db/sights.ts';
import type { Person } from '../domain/person.ts';
import { areGuestsLimited, isLimited, sees } from '../domain/sights.ts';
import { everyone } from '../events/client-event.ts';

/** Whether the viewer sees a person. */
export type Sight = (person: Pick<Person, 'userId' | 'isBot'>) => boolean;

/** Whom a viewer sees, as of this moment. */
export async function sightOf(db: Queryable, realm: Realm, viewer: Person): Promise<Sight> {
  if (!isLimited(realm, viewer)) return () => true;
  const shares = await listSights(db, viewer.userId);
  return (person) => sees(viewer.userId, person, shares);
}

/** Everybody who sees a person: members always, of guests those who share something with them. */
export async function whoSees(db: Queryable, realm: Realm, person: Person): Promise<Partial<Audience>> {
  if (person.isBot || !areGuestsLimited(realm)) return everyone;
  const viewers = (await listViewers(db, [person.userId])).get(person.userId) ?? [];
  return { maxRole: members, userIds: [person.userId, ...viewers] };
}

/** Everyone but guests. */
const members = 400;
