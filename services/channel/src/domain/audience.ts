/** Converts the rules of `permissions.ts` about who may see a channel to the audiences of events. */
import { Audience } from '@parley/proto/events/v1/event';
import { roles } from './permissions.ts';

export type AudienceFacts = { channelId: number; isPrivate: boolean; isWebPublic: boolean };

/**
 * The people who see a private channel through its settings: all people up to a role number, and individual people.
 * Guests are not among them.
 */
export type Holders = { maxRole: number; userIds: readonly number[] };
export const noHolders: Holders = { maxRole: 0, userIds: [] };

/**
 * Returns the people who see the channel without a subscription: all people up to a role number, and individual people.
 */
export function viewersWithoutSubscription(channel: AudienceFacts, holders: Holders): Holders {
  if (channel.isWebPublic) return { maxRole: roles.guest, userIds: [] };
  if (!channel.isPrivate) return { maxRole: roles.member, userIds: [] };
  return { maxRole: Math.max(roles.administrator, holders.maxRole), userIds: holders.userIds };
}

/** Returns which of the people see the channel only while they are subscribed. */
export function viewersBySubscriptionOnly(
  people: readonly { userId: number; role: number }[],
  channel: AudienceFacts,
  holders: Holders,
): number[] {
  const others = viewersWithoutSubscription(channel, holders);
  const named = new Set(others.userIds);
  return people
    .filter(({ userId, role }) => role > others.maxRole && !named.has(userId))
    .map(({ userId }) => userId);
}

/** Returns the audience of all people who may see the channel: subscribers, including guests, and other viewers. */
export function viewerAudience(
  channel: AudienceFacts,
  holders: Holders,
  options: { alsoUserIds?: readonly number[]; spectators?: boolean } = {},
): Audience {
  const { maxRole, userIds } = viewersWithoutSubscription(channel, holders);
  return Audience.create({
    maxRole,
    channelId: channel.isWebPublic ? 0 : channel.channelId,
    userIds: [...new Set([...userIds, ...(options.alsoUserIds ?? [])])],
    channelWebPublic: channel.isWebPublic && (options.spectators ?? false),
  });
}
