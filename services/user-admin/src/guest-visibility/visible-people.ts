import type { Audience } from '@parley/proto/events/v1/event';
import { everyone, members, type UserId } from '@parley/rules';
import { listBotIds } from '../kernel/db/people.ts';
import type { Person } from '../kernel/domain/person.ts';
import type { Viewers } from '../kernel/events/audiences.ts';
import type { DbScope, TxScope } from '../kernel/scope.ts';
import { listBotsAndViewers, listContacts, listGuestsByContact } from './db/contacts.ts';
import { areGuestsLimited, isLimited, sees } from './domain/guest-visibility.ts';

export type IsVisible = (person: Pick<Person, 'userId' | 'isBot'>) => boolean;

/** Returns a function that tests whether the viewer may see a person. It uses the contacts as of the call of `visibleTo`. */
export async function visibleTo(scope: DbScope | TxScope, viewer: Person): Promise<IsVisible> {
  if (!isLimited(await scope.organization(), viewer)) return () => true;
  const contacts = await listContacts(scope, viewer.userId);
  return (person) => sees(viewer.userId, person, contacts);
}

export async function idsVisibleTo(
  scope: DbScope | TxScope,
  viewer: Person,
): Promise<(userId: UserId) => boolean> {
  const visible = await listVisibleIds(scope, viewer);
  return (userId) => visible?.has(userId) ?? true;
}

/** Returns the IDs of the people and bots that the viewer may see; undefined when the viewer may see everybody. */
export async function listVisibleIds(
  scope: DbScope | TxScope,
  viewer: Person,
): Promise<ReadonlySet<UserId> | undefined> {
  if (!isLimited(await scope.organization(), viewer)) return undefined;
  const contacts = await listContacts(scope, viewer.userId);
  return contacts.union(new Set(await listBotIds(scope))).add(viewer.userId);
}

/** The organization may limit guests to seeing only bots and their contacts. */
export async function audienceOf(scope: DbScope | TxScope, person: Person): Promise<Partial<Audience>> {
  if (person.isBot || !areGuestsLimited(await scope.organization())) return everyone;
  const guestIds = (await listGuestsByContact(scope, [person.userId])).get(person.userId) ?? [];
  return { ...members, userIds: [person.userId, ...guestIds] };
}

/** Returns who may see each of several people; undefined when guests may see everybody, or when `userIds` is empty. */
export async function viewersOf(
  scope: DbScope | TxScope,
  userIds: readonly UserId[],
): Promise<Viewers | undefined> {
  if (userIds.length === 0 || !areGuestsLimited(await scope.organization())) return undefined;
  const rows = await listBotsAndViewers(scope, userIds);
  return {
    bots: new Set(rows.filter(({ isBot }) => isBot).map(({ userId }) => userId)),
    guestsOf: new Map(rows.map(({ userId, guestIds }) => [userId, guestIds])),
  };
}

/** Returns the audience of events about one person. `viewers` is the result of `viewersOf` for people including this one. */
export const audienceAmong = (userId: UserId, viewers: Viewers | undefined): Partial<Audience> =>
  !viewers || viewers.bots.has(userId)
    ? everyone
    : { ...members, userIds: [userId, ...(viewers.guestsOf.get(userId) ?? [])] };
