/** Divides events about several people by audience. This is needed in organizations where guests do not see all people. */
import { firstItem } from '@parley/core';
import type { Audience } from '@parley/proto/events/v1/event';
import { everyone, members, type UserId } from '@parley/rules';

/** Who may see each of several people. Everybody sees bots. All members see a person, and the guests in `guestsOf` also do. */
export type Viewers = {
  bots: ReadonlySet<UserId>;
  guestsOf: ReadonlyMap<UserId, readonly UserId[]>;
};

export type DividedIds = {
  toAll: UserId[];
  toMembers: UserId[];
  /** One entry for each set of guests that may see the same people. */
  toGuests: { guestIds: UserId[]; userIds: UserId[] }[];
};

/** Divides people by who may see them. Without `viewers`, everybody may see all people. */
export function divideByViewers(userIds: readonly UserId[], viewers: Viewers | undefined): DividedIds {
  if (!viewers) return { toAll: [...userIds], toMembers: [], toGuests: [] };
  const toMembers = userIds.filter((id) => !viewers.bots.has(id));
  const byGuest = new Map<UserId, UserId[]>();
  for (const userId of toMembers) {
    for (const guestId of viewers.guestsOf.get(userId) ?? []) {
      const seen = byGuest.get(guestId);
      if (seen) seen.push(userId);
      else byGuest.set(guestId, [userId]);
    }
  }
  const bySeen = Map.groupBy(byGuest, ([, seen]) => seen.join(','));
  return {
    toAll: userIds.filter((id) => viewers.bots.has(id)),
    toMembers,
    toGuests: [...bySeen.values()].map((guests) => ({
      guestIds: guests.map(([guestId]) => guestId),
      userIds: firstItem(guests)[1],
    })),
  };
}

/** Returns the parts that are not empty, each with its audience. */
export function audiencesOf({ toAll, toMembers, toGuests }: DividedIds) {
  const parts: { audience: Partial<Audience>; userIds: UserId[] }[] = [
    { audience: everyone, userIds: toAll },
    { audience: members, userIds: toMembers },
    ...toGuests.map(({ guestIds, userIds }) => ({ audience: { userIds: guestIds }, userIds })),
  ];
  return parts.filter(({ userIds }) => userIds.length > 0);
}
