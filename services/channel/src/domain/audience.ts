/** Converts the rules of `permissions.ts` about who may see a channel to audiences of events. */
import { Audience } from '@parley/proto/events/v1/event';
import { roles } from './permissions.ts';

export type AudienceFacts = { channelId: number; isPrivate: boolean; isWebPublic: boolean };

/**
 * People who see a private channel through its settings, without guests: everyone up to a role number, and single
 * people.
 */
export type Holders = { maxRole: number; userIds: readonly number[] };
export const noHolders: Holders = { maxRole: 0, userIds: [] };

/** Returns everyone who sees the channel without being subscribed: people up to a role number, and single people. */
export function viewersWithoutSubscription(channel: AudienceFacts, holders: Holders): Holders {
  if (channel.isWebPublic) return { maxRole: roles.guest, userIds: [] };
  if (!channel.isPrivate) return { maxRole: roles.member, userIds: [] };
  return { maxRole: Math.max(roles.administrator, holders.maxRole), userIds: holders.userIds };
}

/** Returns those of the people who see the channel only while they are subscribed. */
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

/** Returns the audience of everyone who may see the channel: subscribers, guests among them, and other viewers. */
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
