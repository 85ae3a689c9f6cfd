/**
 * Keeps the stored contacts of guests up to date, and sends events to clients of guests who may see a person from now on, or
 * may not any more. It compares the stored contacts with data of the services that own channels and conversations. So if an
 * event is missed, the next comparison corrects the contacts.
 */
import { emitAll } from '@parley/db';
import type { Event } from '@parley/proto/events/v1/event';
import { type GroupId, roles, type UserId } from '@parley/rules';
import { listContacts } from '../guest-visibility/db/contacts.ts';
import { areGuestsLimited } from '../guest-visibility/domain/guest-visibility.ts';
import { findUsers } from '../kernel/db/people.ts';
import type { Organization } from '../kernel/domain/organization.ts';
import type { Person } from '../kernel/domain/person.ts';
import type { DbScope, TxScope } from '../kernel/scope.ts';
import { groupsOfPeople, lockGroups } from '../organization/db/group-changes.ts';
import { directSystemGroups } from '../organization/domain/groups.ts';
import { groupMembersAdded, groupMembersRemoved } from '../organization/events/groups.ts';
import { listProfileData, type ProfileData } from '../people/db/profile-values.ts';
import { lockUsersForShare } from '../people/db/users.ts';
import { presentUser } from '../people/domain/present-user.ts';
import { findUserStatus } from '../presence/db/user-statuses.ts';
import { presentStatus } from '../presence/domain/user-status.ts';
import { userStatusChanged } from '../presence/events/user-status.ts';
import type { Ctx } from './context.ts';
import {
  type ContactPair,
  deleteContactPairs,
  deleteGuest,
  type GuestRow,
  insertContactPairs,
  listContactPairs,
  listGuests,
  listPeopleIds,
  lockVisibility,
  putGuest,
} from './db/guests.ts';
import {
  type ContactsChange,
  type VisibilityChange,
  visibilityChanges,
} from './domain/guest-visibility-changes.ts';
import { userHidden, userShown } from './events/guests.ts';

const guestsPerTransaction = 20;
const peoplePerTransaction = 500;

/** Creates the scope of one transaction. Each transaction has its own deadline, because there may be thousands of guests. */
export type OpenScope = () => DbScope;

export async function reconcileGuests(
  ctx: Pick<Ctx, 'rpc'>,
  openScope: OpenScope,
  userIds: readonly UserId[],
): Promise<void> {
  const guestIds = (await listGuests(openScope(), userIds)).map(({ guestId }) => guestId);
  for (let start = 0; start < guestIds.length; start += guestsPerTransaction) {
    const some = guestIds.slice(start, start + guestsPerTransaction);
    await openScope().transaction(async (tx) => {
      await lockVisibility(tx);
      const guests = await listGuests(tx, some);
      const present = guests.filter(({ isGuest }) => isGuest).map(({ guestId }) => guestId);
      const contacts = await fetchContacts(ctx, tx, present, []);
      const changes: ContactsChange[] = [];
      for (const guest of guests) changes.push(await reconcileGuest(tx, guest, contacts.get(guest.guestId)));
      const needsAll = changes.some(({ before, after }) => (before === undefined) !== (after === undefined));
      await announce(tx, visibilityChanges(changes, needsAll ? await listPeopleIds(tx) : []));
    });
  }
}

async function reconcileGuest(
  tx: TxScope,
  guest: GuestRow,
  contacts: ReadonlySet<UserId> = new Set(),
): Promise<ContactsChange> {
  const { guestId, isLimited: wasLimited } = guest;
  const stored = await listContacts(tx, guestId);
  const before = wasLimited ? stored : undefined;
  if (!guest.isGuest) {
    await deleteGuest(tx, guestId);
    return { guestId, before, after: undefined };
  }
  await storeDifference(tx, [{ guestId, before: stored, after: contacts }]);
  const isLimited = areGuestsLimited(await tx.organization());
  await putGuest(tx, guestId, isLimited);
  return { guestId, before, after: isLimited ? contacts : undefined };
}

/** For people who were added to or removed from a channel, or who began a direct conversation. */
export async function reconcilePeople(
  ctx: Pick<Ctx, 'rpc'>,
  openScope: OpenScope,
  userIds: readonly UserId[],
): Promise<void> {
  for (let start = 0; start < userIds.length; start += peoplePerTransaction) {
    const some = userIds.slice(start, start + peoplePerTransaction);
    await openScope().transaction(async (tx) => {
      await lockVisibility(tx);
      const guests = (await listGuests(tx)).filter(({ isGuest, isLimited }) => isGuest && isLimited !== null);
      const guestIds = guests.map(({ guestId }) => guestId);
      if (guestIds.length === 0) return;
      const contacts = await fetchContacts(ctx, tx, guestIds, some);
      const stored = Map.groupBy(await listContactPairs(tx, guestIds, some), ({ guestId }) => guestId);
      const changes = guests.map(({ guestId, isLimited }) => ({
        guestId,
        isLimited,
        before: new Set((stored.get(guestId) ?? []).map(({ userId }) => userId)),
        after: contacts.get(guestId) ?? new Set<UserId>(),
      }));
      await storeDifference(tx, changes);
      const limited = changes.filter(({ isLimited }) => isLimited);
      await announce(tx, visibilityChanges(limited, []));
    });
  }
}

type Comparison = { guestId: UserId; before: ReadonlySet<UserId>; after: ReadonlySet<UserId> };

async function storeDifference(tx: TxScope, comparisons: readonly Comparison[]): Promise<void> {
  const pairsOf = (pick: (comparison: Comparison) => ReadonlySet<UserId>): ContactPair[] =>
    comparisons.flatMap((each) => [...pick(each)].map((userId) => ({ guestId: each.guestId, userId })));
  const lost = pairsOf(({ before, after }) => before.difference(after));
  const gained = pairsOf(({ before, after }) => after.difference(before));
  await deleteContactPairs(tx, lost);
  await insertContactPairs(tx, gained);
}

/** An empty `userIds` means all contacts; otherwise only those with these IDs are fetched. */
async function fetchContacts(
  { rpc }: Pick<Ctx, 'rpc'>,
  { call }: TxScope,
  guestIds: UserId[],
  userIds: UserId[],
): Promise<Map<UserId, Set<UserId>>> {
  if (guestIds.length === 0) return new Map();
  const request = { viewerIds: guestIds, userIds };
  const [{ sharers }, { correspondents }] = await Promise.all([
    rpc.channel.findSharers(request, call),
    rpc.messaging.findCorrespondents(request, call),
  ]);
  const byGuest = new Map<UserId, Set<UserId>>();
  for (const { viewerId, userIds: ids } of [...sharers, ...correspondents]) {
    byGuest.set(viewerId, new Set(ids).union(byGuest.get(viewerId) ?? new Set<UserId>()));
  }
  return byGuest;
}

/**
 * Emits events about each person whom guests may see from now on (account, groups, status) or may not see any more. Locks
 * accounts and groups until the transaction ends. So a concurrent change of an account or group is announced after these events,
 * to the guests who may then see the person.
 */
async function announce(tx: TxScope, changes: ReadonlyMap<UserId, VisibilityChange>): Promise<void> {
  const entries = [...changes];
  if (entries.length === 0) return;
  const organization = await tx.organization();
  await lockGroups(tx);
  for (let start = 0; start < entries.length; start += peoplePerTransaction) {
    const page = entries.slice(start, start + peoplePerTransaction);
    const ids = page.map(([userId]) => userId);
    await lockUsersForShare(tx, ids);
    const people = new Map(
      (await findUsers(tx, { userIds: ids, keys: [] })).map((each) => [each.userId, each]),
    );
    const profileOf = await listProfileData(tx, ids);
    const groups = await groupsOfPeople(tx, ids);
    const events: Event[] = [];
    for (const [userId, { gained, lost }] of page) {
      const person = people.get(userId);
      const isInGroups = person !== undefined && !person.isBot && person.isActive;
      const groupIds = isInGroups
        ? [...systemGroupsOf(organization, person), ...(groups.get(userId) ?? [])]
        : [];
      events.push(...lostEvents(userId, lost, groupIds));
      if (!person || person.isBot || gained.length === 0) continue;
      events.push(...gainedEvents(person, gained, groupIds, profileOf(userId)));
      const status = person.isActive ? await findUserStatus(tx, userId) : undefined;
      if (status) events.push(userStatusChanged(userId, { userIds: gained }, presentStatus(status, false)));
    }
    await emitAll(tx, events);
  }
}

function lostEvents(userId: UserId, guestIds: UserId[], groupIds: readonly GroupId[]): Event[] {
  if (guestIds.length === 0) return [];
  return [
    userHidden(userId, guestIds),
    ...groupIds.map((groupId) => groupMembersRemoved(groupId, [userId], { userIds: guestIds })),
  ];
}

function gainedEvents(
  person: Person,
  guestIds: UserId[],
  groupIds: readonly GroupId[],
  profileData: ProfileData,
): Event[] {
  const viewer = { role: roles.guest };
  return [
    userShown(presentUser(person, { viewer, profileData }), guestIds),
    ...groupIds.map((groupId) => groupMembersAdded(groupId, [person.userId], { userIds: guestIds })),
  ];
}

function systemGroupsOf({ settings, systemGroups }: Organization, person: Person): number[] {
  const isFullMember = Date.now() / 1000 - person.joinedAt >= settings.waiting_period_threshold * 86_400;
  return directSystemGroups(person.role, isFullMember).map((rule) => systemGroups[rule]);
}
