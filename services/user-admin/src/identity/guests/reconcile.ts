/**
 * Keeps whom guests share something with, as channels and conversations have it, and tells guests' clients of who
 * comes into sight and who goes out of it. Comparing with the owners rather than counting events: whatever was
 * missed is mended by the next comparison.
 */

import { emitAll, type Tx } from '@parley/db';
import type { Event } from '@parley/proto/events/v1/event';
import type { Call } from '@parley/rpc';
import { roles } from '@parley/rules';
import { findUsers } from '../../kernel/db/people.ts';
import { readRealm } from '../../kernel/db/realm.ts';
import { listSharers } from '../../kernel/db/visibility.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { Realm } from '../../kernel/domain/realm.ts';
import { areGuestsLimited } from '../../kernel/domain/visibility.ts';
import { groupsOfPeople, lockGroups } from '../../organization/db/group-changes.ts';
import { directSystemGroups } from '../../organization/domain/groups.ts';
import { groupMembersAdded, groupMembersRemoved } from '../../organization/events/groups.ts';
import { findUserStatus } from '../../presence/db/user-statuses.ts';
import { presentStatus } from '../../presence/domain/user-status.ts';
import { userStatusChanged } from '../../presence/events/user-status.ts';
import type { Ctx } from '../context.ts';
import {
  deleteGuest,
  deletePairs,
  type GuestRow,
  insertPairs,
  listGuests,
  listPairs,
  listPeopleIds,
  lockVisibility,
  type Pair,
  putGuest,
} from '../db/guests.ts';
import { listProfileData } from '../db/profile-values.ts';
import { holdUsers } from '../db/users.ts';
import { type Change, tellings } from '../domain/guest-sight.ts';
import { presentUser } from '../domain/present-user.ts';
import { userHidden, userShown } from '../events/guests.ts';

/** Guests compared in one transaction. */
const guestsAtOnce = 20;
const peopleAtOnce = 500;

/** Compares all guests, or those of the IDs, with everything they share. */
export async function reconcileGuests(ctx: Ctx, call: Call, userIds?: readonly number[]): Promise<void> {
  const guestIds = (await listGuests(ctx.db, userIds)).map(({ guestId }) => guestId);
  for (let start = 0; start < guestIds.length; start += guestsAtOnce) {
    const some = guestIds.slice(start, start + guestsAtOnce);
    await ctx.db.tx(async (tx) => {
      await lockVisibility(tx);
      const realm = await readRealm(tx, ctx.config);
      const guests = await listGuests(tx, some);
      const changes: Change[] = [];
      for (const guest of guests) changes.push(await changeGuest(ctx, tx, realm, guest, call));
      const needsAll = changes.some(({ before, after }) => (before === undefined) !== (after === undefined));
      await tell(tx, realm, tellings(changes, needsAll ? await listPeopleIds(tx) : []));
    });
  }
}

async function changeGuest(ctx: Ctx, tx: Tx, realm: Realm, guest: GuestRow, call: Call): Promise<Change> {
  const { guestId, isLimited: wasLimited } = guest;
  const kept = await listSharers(tx, guestId);
  const before = wasLimited ? kept : undefined;
  if (!guest.isGuest) {
    await deleteGuest(tx, guestId);
    return { guestId, before, after: undefined };
  }
  const shared = (await askSharers(ctx, [guestId], [], call)).get(guestId) ?? new Set<number>();
  const pairs = (ids: ReadonlySet<number>): Pair[] => [...ids].map((userId) => ({ guestId, userId }));
  await deletePairs(tx, pairs(kept.difference(shared)));
  await insertPairs(tx, pairs(shared.difference(kept)));
  const isLimited = areGuestsLimited(realm);
  await putGuest(tx, guestId, isLimited);
  return { guestId, before, after: isLimited ? shared : undefined };
}

/** Compares what all guests share with some people, who came to a channel or left one. */
export async function reconcilePeople(ctx: Ctx, call: Call, userIds: readonly number[]): Promise<void> {
  for (let start = 0; start < userIds.length; start += peopleAtOnce) {
    const some = userIds.slice(start, start + peopleAtOnce);
    await ctx.db.tx(async (tx) => {
      await lockVisibility(tx);
      const guests = (await listGuests(tx)).filter(({ isGuest, isLimited }) => isGuest && isLimited !== null);
      const guestIds = guests.map(({ guestId }) => guestId);
      if (guestIds.length === 0) return;
      const shared = await askSharers(ctx, guestIds, some, call);
      const kept = Map.groupBy(await listPairs(tx, guestIds, some), ({ guestId }) => guestId);
      const changes = guests.map(({ guestId, isLimited }) => ({
        guestId,
        isLimited,
        before: new Set((kept.get(guestId) ?? []).map(({ userId }) => userId)),
        after: shared.get(guestId) ?? new Set<number>(),
      }));
      const pairsOf = (pick: (change: (typeof changes)[number]) => Set<number>): Pair[] =>
        changes.flatMap((change) => [...pick(change)].map((userId) => ({ guestId: change.guestId, userId })));
      await deletePairs(
        tx,
        pairsOf(({ before, after }) => before.difference(after)),
      );
      await insertPairs(
        tx,
        pairsOf(({ before, after }) => after.difference(before)),
      );
      await tell(
        tx,
        await readRealm(tx, ctx.config),
        tellings(
          changes.filter(({ isLimited }) => isLimited),
          [],
        ),
      );
    });
  }
}

/** By guest, whom they share a channel or a conversation with; its owners know. */
async function askSharers(
  ctx: Ctx,
  viewerIds: number[],
  userIds: number[],
  call: Call,
): Promise<Map<number, Set<number>>> {
  const [{ sharers }, { correspondents }] = await Promise.all([
    ctx.rpc.channel.findSharers({ viewerIds, userIds }, call),
    ctx.rpc.messaging.findCorrespondents({ viewerIds, userIds }, call),
  ]);
  const byViewer = new Map<number, Set<number>>();
  for (const { viewerId, userIds: ids } of [...sharers, ...correspondents]) {
    byViewer.set(viewerId, new Set(ids).union(byViewer.get(viewerId) ?? new Set<number>()));
  }
  return byViewer;
}

/** Who came into sight is told whole, with their status and groups; who went out of it is gone, from groups too. */
async function tell(tx: Tx, realm: Realm, told: ReturnType<typeof tellings>): Promise<void> {
  const entries = [...told];
  if (entries.length === 0) return;
  // Whatever is changed of a group or person meanwhile is told by who changes it, to those who see them then.
  await lockGroups(tx);
  for (let start = 0; start < entries.length; start += peopleAtOnce) {
    const page = entries.slice(start, start + peopleAtOnce);
    const ids = page.map(([userId]) => userId);
    await holdUsers(tx, ids);
    const people = new Map(
      (await findUsers(tx, { userIds: ids, keys: [] })).map((each) => [each.userId, each]),
    );
    const profileOf = await listProfileData(tx, ids);
    const groups = await groupsOfPeople(tx, ids);
    const events: Event[] = [];
    for (const [userId, { gained, lost }] of page) {
      const person = people.get(userId);
      const isInGroups = person !== undefined && !person.isBot && person.isActive;
      const groupIds = isInGroups ? [...systemGroupsOf(realm, person), ...(groups.get(userId) ?? [])] : [];
      const lostOnes = { userIds: lost };
      if (lost.length > 0) {
        events.push(userHidden(userId, lost));
        events.push(...groupIds.map((groupId) => groupMembersRemoved(groupId, [userId], lostOnes)));
      }
      if (!person || person.isBot || gained.length === 0) continue;
      const view = {
        viewer: { userId: 0, role: roles.guest },
        clientGravatar: false,
        profileData: profileOf(userId),
      };
      events.push(userShown(presentUser(person, view), gained));
      const gainedOnes = { userIds: gained };
      events.push(...groupIds.map((groupId) => groupMembersAdded(groupId, [userId], gainedOnes)));
      const status = await findUserStatus(tx, userId);
      if (!status || !person.isActive) continue;
      events.push(userStatusChanged(userId, { userIds: gained }, presentStatus(status, false)));
    }
    await emitAll(tx, events);
  }
}

function systemGroupsOf({ settings, systemGroups }: Realm, person: Person): number[] {
  const isFullMember = Date.now() / 1000 - person.joinedAt >= settings.waiting_period_threshold * 86_400;
  return directSystemGroups(person.role, isFullMember).map((rule) => systemGroups[rule]);
}
