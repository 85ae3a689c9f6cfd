/** Who came into a guest's sight, and who went out of it, where guests do not see everybody. */

import type { Audience } from '@parley/proto/events/v1/event';
import { everyone, members } from '@parley/rules';

/** Who sees each of some people: bots are seen by everybody, others by members and by these guests. */
export type Viewers = {
  bots: ReadonlySet<number>;
  guestsOf: ReadonlyMap<number, readonly number[]>;
};

/** Some people in parts, by who sees them. */
export type Parts = {
  toAll: number[];
  toMembers: number[];
  toGuests: { guestIds: number[]; userIds: number[] }[];
};

/** Parts of some people, so that all hear of those they see, and of nobody else; without `viewers` everybody sees all. */
export function byViewers(userIds: readonly number[], viewers: Viewers | undefined): Parts {
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
  const alike = Map.groupBy(byGuest, ([, seen]) => seen.join(','));
  return {
    toAll: userIds.filter((id) => viewers.bots.has(id)),
    toMembers,
    toGuests: [...alike.values()].map((guests) => ({
      guestIds: guests.map(([guestId]) => guestId),
      userIds: guests[0]![1],
    })),
  };
}

/** Each part that holds somebody, with its audience. */
export function audiencesOf({ toAll, toMembers, toGuests }: Parts) {
  const parts: { audience: Partial<Audience>; userIds: number[] }[] = [
    { audience: everyone, userIds: toAll },
    { audience: members, userIds: toMembers },
    ...toGuests.map(({ guestIds, userIds }) => ({ audience: { userIds: guestIds }, userIds })),
  ];
  return parts.filter(({ userIds }) => userIds.length > 0);
}
