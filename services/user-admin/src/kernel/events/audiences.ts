/** Divides events about several people by audience, where guests do not see everybody. */

import type { Audience } from '@parley/proto/events/v1/event';
import { everyone, members } from '@parley/rules';

/** Who sees each of several people: everybody sees bots, members see everybody, and these guests see a person. */
export type Viewers = {
  bots: ReadonlySet<number>;
  guestsOf: ReadonlyMap<number, readonly number[]>;
};

/** IDs of people, divided by who sees them. */
export type DividedIds = {
  toAll: number[];
  toMembers: number[];
  /** One entry per group of guests who see the same people. */
  toGuests: { guestIds: number[]; userIds: number[] }[];
};

/** Divides people by who sees them; without `viewers` everybody sees everybody. */
export function divideByViewers(userIds: readonly number[], viewers: Viewers | undefined): DividedIds {
  if (!viewers) return { toAll: [...userIds], toMembers: [], toGuests: [] };
  const toMembers = userIds.filter((id) => !viewers.bots.has(id));
  const byGuest = new Map<number, number[]>();
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
      userIds: guests[0]![1],
    })),
  };
}

/** Returns each part that is not empty with its audience. */
export function audiencesOf({ toAll, toMembers, toGuests }: DividedIds) {
  const parts: { audience: Partial<Audience>; userIds: number[] }[] = [
    { audience: everyone, userIds: toAll },
    { audience: members, userIds: toMembers },
    ...toGuests.map(({ guestIds, userIds }) => ({ audience: { userIds: guestIds }, userIds })),
  ];
  return parts.filter(({ userIds }) => userIds.length > 0);
}
