import type { Queryable } from '@parley/db';
import type { Audience } from '@parley/proto/events/v1/event';
import { everyone, members } from '@parley/rules';
import { listBotIds } from './db/people.ts';
import { listBotsAndViewers, listSharers, listViewers } from './db/visibility.ts';
import type { Person } from './domain/person.ts';
import type { Realm } from './domain/realm.ts';
import { areGuestsLimited, isLimited, sees } from './domain/visibility.ts';
import type { Viewers } from './events/audiences.ts';

/** Whether the viewer sees a person. */
export type IsVisible = (person: Pick<Person, 'userId' | 'isBot'>) => boolean;

/** Whom a viewer sees, as of this moment. */
export async function visibleTo(db: Queryable, realm: Realm, viewer: Person): Promise<IsVisible> {
  if (!isLimited(realm, viewer)) return () => true;
  const shares = await listSharers(db, viewer.userId);
  return (person) => sees(viewer.userId, person, shares);
}

/** Everybody who sees a person: members always, of guests those who share something with them. */
export async function whoSees(db: Queryable, realm: Realm, person: Person): Promise<Partial<Audience>> {
  if (person.isBot || !areGuestsLimited(realm)) return everyone;
  const viewers = (await listViewers(db, [person.userId])).get(person.userId) ?? [];
  return { ...members, userIds: [person.userId, ...viewers] };
}

/** Who sees each of some people, for events about several of them; undefined where everybody sees everybody. */
export async function viewersOf(
  db: Queryable,
  realm: Realm,
  userIds: readonly number[],
): Promise<Viewers | undefined> {
  if (!areGuestsLimited(realm) || userIds.length === 0) return undefined;
  const rows = await listBotsAndViewers(db, userIds);
  return {
    bots: new Set(rows.filter(({ isBot }) => isBot).map(({ userId }) => userId)),
    guestsOf: new Map(rows.map(({ userId, guestIds }) => [userId, guestIds])),
  };
}

/** The same as `whoSees`, of one of the people that `viewersOf` was asked about. */
export const whoSeesOne = (userId: number, viewers: Viewers | undefined): Partial<Audience> =>
  !viewers || viewers.bots.has(userId)
    ? everyone
    : { ...members, userIds: [userId, ...(viewers.guestsOf.get(userId) ?? [])] };

/** Which IDs a viewer is shown, for lists of IDs alone. */
export async function idsShownTo(
  db: Queryable,
  realm: Realm,
  viewer: Person,
): Promise<(userId: number) => boolean> {
  if (!isLimited(realm, viewer)) return () => true;
  const shown = (await listSharers(db, viewer.userId)).union(new Set(await listBotIds(db)));
  return (userId) => userId === viewer.userId || shown.has(userId);
}
